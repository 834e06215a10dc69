// Graphics: camera, lights, floor, rods and materials.
import {
  CanvasTexture,
  CircleGeometry,
  Color,
  CylinderGeometry,
  DirectionalLight,
  DoubleSide,
  Fog,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  PCFShadowMap,
  Scene,
  SphereGeometry,
  SRGBColorSpace,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { BALL_RADIUS, SHEET } from "./simulation.js";

const BACKGROUND = 0xdfe3e4;

export class Stage {
  scene = new Scene();
  camera = new PerspectiveCamera(36, 1, 0.1, 40);

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.scene.background = new Color(BACKGROUND);
    this.scene.fog = new Fog(BACKGROUND, 6, 13.5);
    this.scene.add(new HemisphereLight(0xffffff, 0xa9a49a, 1.7), sun(), floor());
    for (const height of [SHEET.bottom, SHEET.top]) this.scene.add(rod(height));
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.maxPolarAngle = Math.PI / 2 - 0.03;
    this.controls.minDistance = 1.5;
    this.controls.maxDistance = 9;
    this.controls.target.set(0, 1.12, 0);
    this.camera.position.set(2.7, 1.75, 3.6);
    if (innerWidth < innerHeight) this.camera.position.multiplyScalar(1.5);
    this.#resize();
    addEventListener("resize", () => this.#resize());
  }

  draw() {
    this.controls.update();
    this.renderer.render(this.scene, this.camera);
  }

  #resize() {
    this.renderer.setSize(innerWidth, innerHeight, false);
    this.camera.aspect = innerWidth / innerHeight;
    // On a wide page the text is on the left: shift the view to the right.
    const shift = innerWidth > innerHeight ? -0.08 * innerWidth : 0;
    this.camera.setViewOffset(innerWidth, innerHeight, shift, 0, innerWidth, innerHeight);
    this.camera.updateProjectionMatrix();
  }
}

/** One mesh per ball of the simulation. */
export class BallMeshes {
  #scene;
  #meshes = [];
  #geometry = new SphereGeometry(BALL_RADIUS, 48, 32);
  #material = new MeshStandardMaterial({ color: 0xd9622b, roughness: 0.35 });

  constructor(scene) {
    this.#scene = scene;
  }

  update(balls) {
    while (this.#meshes.length < balls.length) {
      const mesh = new Mesh(this.#geometry, this.#material);
      mesh.castShadow = mesh.receiveShadow = true;
      this.#scene.add(mesh);
      this.#meshes.push(mesh);
    }
    for (const [i, mesh] of this.#meshes.entries()) {
      mesh.visible = i < balls.length;
      if (mesh.visible) mesh.position.copy(balls[i].position);
    }
  }
}

/** A striped linen material. */
export function clothMaterial() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1024;
  const context = canvas.getContext("2d");
  context.fillStyle = "#f1ede2";
  context.fillRect(0, 0, 1024, 1024);
  context.fillStyle = "#2f6f8f";
  for (let x = 0; x < 1024; x += 128) {
    context.fillRect(x + 26, 0, 52, 1024);
    context.fillRect(x + 88, 0, 6, 1024);
    context.fillRect(x + 10, 0, 6, 1024);
  }
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  map.anisotropy = 8;
  return new MeshStandardMaterial({ map, side: DoubleSide, roughness: 0.9 });
}

function sun() {
  const light = new DirectionalLight(0xfff3e0, 2.4);
  light.position.set(2.2, 4.2, 3);
  light.castShadow = true;
  light.shadow.mapSize.set(2048, 2048);
  light.shadow.radius = 4;
  light.shadow.bias = -0.0005;
  light.shadow.normalBias = 0.015;
  Object.assign(light.shadow.camera, { left: -3, right: 3, top: 3, bottom: -3, near: 1, far: 12 });
  return light;
}

function floor() {
  const material = new MeshStandardMaterial({ color: 0xd5d6d2, roughness: 0.95 });
  const mesh = new Mesh(new CircleGeometry(16, 64).rotateX(-Math.PI / 2), material);
  mesh.receiveShadow = true;
  return mesh;
}

function rod(height) {
  const geometry = new CylinderGeometry(0.022, 0.022, SHEET.width + 0.2, 24).rotateZ(Math.PI / 2);
  const material = new MeshStandardMaterial({ color: 0x8a6b4a, roughness: 0.6 });
  const mesh = new Mesh(geometry, material);
  mesh.position.y = height;
  mesh.castShadow = true;
  return mesh;
}
