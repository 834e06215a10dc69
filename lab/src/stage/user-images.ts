import { CanvasTexture, RepeatWrapping, SRGBColorSpace, type Texture, VideoTexture } from "three";

/** A picture has at most, and a drawing of no size of its own has, so many pixels along its longer side. */
const MAX_PIXELS = 2048;
const USUAL = 1024;
/** How long a video may take to show its first frame, ms. */
const PATIENCE = 10_000;

/**
 * A picture as the texture of a cloth; it fills the whole of it. What is transparent becomes white.
 *
 * @throws Error where the browser cannot decode it.
 */
export async function pictureTexture(file: Blob): Promise<Texture> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    const [width, height] = [image.naturalWidth || USUAL, image.naturalHeight || USUAL];
    const longest = Math.max(width, height);
    // A drawing is as sharp as one likes.
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
 * A video as the texture of a cloth, which plays over and over without a sound.
 *
 * @throws Error where the browser cannot decode it.
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
    if (video.videoWidth === 0) throw new Error("a video without pictures");
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
