import { CanvasTexture, RepeatWrapping, SRGBColorSpace, type Texture, VideoTexture } from "three";

/** Maximum length of the longer side of an image, and the length for SVG without a size, px. */
const MAX_PIXELS = 2048;
const USUAL = 1024;
/** Maximum time until the first frame of a video, ms. */
const PATIENCE = 10_000;

/**
 * Creates a texture from an image. It covers the whole cloth. Transparent areas become white.
 *
 * @throws Error if the browser cannot decode it.
 */
export async function imageTexture(file: Blob): Promise<Texture> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    const [width, height] = [image.naturalWidth || USUAL, image.naturalHeight || USUAL];
    const longest = Math.max(width, height);
    // SVG can be rendered at any size
    const scale = file.type.includes("svg") ? USUAL / longest : Math.min(1, MAX_PIXELS / longest);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(scale * width));
    canvas.height = Math.max(1, Math.round(scale * height));
    const context = canvas.getContext("2d")!;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return forCloth(new CanvasTexture(canvas));
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/**
 * Creates a texture from a video, looped and muted.
 *
 * @throws Error if the browser cannot decode it.
 */
export async function videoTexture(file: Blob): Promise<Texture> {
  const video = document.createElement("video");
  Object.assign(video, { muted: true, loop: true, playsInline: true });
  video.src = URL.createObjectURL(file);
  try {
    await new Promise((resolve, reject) => {
      video.addEventListener("loadeddata", resolve, { once: true });
      video.addEventListener("error", reject, { once: true });
      setTimeout(reject, PATIENCE);
    });
    if (video.videoWidth === 0) throw new Error("a video without frames");
    await video.play();
  } catch (error) {
    URL.revokeObjectURL(video.src);
    throw error;
  }
  return forCloth(new VideoTexture(video));
}

function forCloth<Kind extends Texture>(texture: Kind): Kind {
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}
