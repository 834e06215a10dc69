import {
  CanvasTexture,
  DoubleSide,
  MeshPhysicalMaterial,
  RepeatWrapping,
  SRGBColorSpace,
} from "three";

/** A woven checked cloth, drawn by hand on canvases: a pattern over the whole sheet and a fine weave as bump. */
export function fabricMaterial(): MeshPhysicalMaterial {
  return new MeshPhysicalMaterial({
    map: checkTexture(),
    bumpMap: weaveTexture(),
    bumpScale: 0.6,
    side: DoubleSide,
    roughness: 0.85,
    sheen: 0.5,
    sheenRoughness: 0.6,
    sheenColor: 0xffe8dd,
  });
}

function checkTexture(): CanvasTexture {
  const size = 1024;
  const { canvas, context } = canvasOf(size);
  context.fillStyle = "#b8412f";
  context.fillRect(0, 0, size, size);
  const cell = size / 12;
  const bands: [number, number, string][] = [
    [0, 0.5, "rgb(120 26 26 / 45%)"],
    [0.62, 0.06, "rgb(250 236 214 / 70%)"],
    [0.82, 0.06, "rgb(250 236 214 / 70%)"],
  ];
  for (let i = 0; i < 12; i++) {
    for (const [start, width, colour] of bands) {
      context.fillStyle = colour;
      context.fillRect((i + start) * cell, 0, width * cell, size);
      context.fillRect(0, (i + start) * cell, size, width * cell);
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

function weaveTexture(): CanvasTexture {
  const size = 64;
  const { canvas, context } = canvasOf(size);
  const thread = size / 4;
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      const over = (row + column) % 2 === 0;
      const [x, y] = [column * thread, row * thread];
      const shade = context.createLinearGradient(
        x,
        y,
        over ? x : x + thread,
        over ? y + thread : y,
      );
      shade.addColorStop(0, "#333");
      shade.addColorStop(0.5, over ? "#fff" : "#bbb");
      shade.addColorStop(1, "#333");
      context.fillStyle = shade;
      context.fillRect(x, y, thread, thread);
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(90, 78);
  texture.anisotropy = 8;
  return texture;
}

function canvasOf(size: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  return { canvas, context: canvas.getContext("2d")! };
}
