import {
  Box3,
  CircleGeometry,
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  Vector3,
  WebGLRenderer,
  type Object3D,
  type Texture,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { RoomEnvironment } from "three/addons/environments/RoomEnvironment.js";
import { ContactDots } from "./contact-dots.js";
import { FloorShade } from "./floor-shade.js";
import { Marks } from "./marks.js";
import { floorMaterial, SolidViews } from "./solid-views.js";
import { THEMES, type ThemeName } from "./theme.js";

/** Usual and minimum height of the camera target, m. */
const USUAL_HEIGHT = 0.92;
const MIN_HEIGHT = 0.42;
/** Wider or higher scenes are seen from farther away, m. */
const MAX_WIDTH = 1.9;
const MAX_HEIGHT = 1.5;
/** Smaller scenes are seen from nearer, m. Others of under a meter are not, because they may be stretched. */
const SMALL = 0.35;
const MIN_SCALE = 0.05;
/** Nearest distance of the camera, m. */
const MIN_DISTANCE = 0.6;
/** Fraction of the image height that a cloth of the usual size needs at the usual distance. */
const FIT_FRACTION = 0.72;
/** A camera closer than this to its initial position counts as not moved, m. */
const UNTOUCHED = 0.001;

/** Scene, lights, floor, camera, colliders and balls, and marks: pins, weak points and contacts. */
export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(38, 1, 0.05, 50);
  readonly controls: OrbitControls;
  /** Floor for scenes that have none. Nothing collides with it. */
  readonly floor = new Mesh(new CircleGeometry(12, 64).rotateX(-Math.PI / 2), floorMaterial());
  /** Colliders and balls. */
  readonly solids = new SolidViews();
  readonly pins = new Marks(
    0.012,
    new MeshStandardMaterial({ color: 0x6b5a3a, metalness: 0.6, roughness: 0.35 }),
  );
  /** Unlit, to differ from pins. */
  readonly weakPoints = new Marks(0.009, new MeshBasicMaterial({ color: 0x1a6bd8 }));
  readonly contacts = new ContactDots();
  #room: Texture | null = null;
  /** True if something has changed since the last draw. */
  #isStale = true;
  /** Target of the initial view. */
  readonly #target = new Vector3(0, USUAL_HEIGHT, 0);
  /** Size of the scene relative to the usual one. Lights, fog and floor scale with it. */
  #scale = 1;
  readonly #sun = new DirectionalLight();
  readonly #sky = new HemisphereLight();
  readonly #background = new Color();
  readonly #floorShade = new FloorShade();
  #free = new DOMRect();
  readonly #firstPosition = new Vector3();
  #theme: ThemeName = "light";

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.shadowMap.enabled = true;
    this.scene.background = this.#background;
    this.scene.add(this.#sky);
    const sun = this.#sun;
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024); // a coarse shadow map gives soft edges
    sun.shadow.bias = -0.0008;
    sun.shadow.radius = 5;
    this.scene.add(sun, sun.target);

    this.floor.receiveShadow = true;
    this.scene.add(this.floor, this.solids, this.#floorShade);

    this.pins.castShadow = true;
    this.scene.add(this.pins, this.weakPoints, this.contacts);

    this.controls = new OrbitControls(this.camera, canvas);
    canvas.style.cursor = ""; // reset the cursor of the controls, because the style sheet sets cursors
    this.controls.enableDamping = true;
    this.controls.addEventListener("change", () => this.redraw());
    this.controls.maxPolarAngle = Math.PI / 2 - 0.03;
    this.setTheme("light");
    this.#fit();
    this.setFreeArea(canvas.getBoundingClientRect());
    addEventListener("resize", () => this.resize());
  }

  get theme(): ThemeName {
    return this.#theme;
  }

  /** Sets the light or dark theme. */
  setTheme(name: ThemeName): void {
    this.#theme = name;
    const theme = THEMES[name];
    this.#background.set(theme.background);
    this.scene.fog?.color.set(theme.background);
    this.floor.material.color.set(theme.floor);
    this.solids.floorColor = theme.floor;
    this.#sky.color.set(theme.sky);
    this.#sky.groundColor.set(theme.ground);
    this.#sky.intensity = theme.skyIntensity;
    this.#sun.color.set(theme.sun);
    this.#sun.intensity = theme.sunIntensity;
    this.#floorShade.strength = theme.contact;
    this.redraw();
  }

  /** Height of a level floor, m. Null: the floor is not level. */
  get floorHeight(): number | null {
    return this.floor.visible ? 0 : this.solids.floorHeight;
  }

  /** Updates the contact shadows on the floor. */
  shadeFloor(cloths: readonly Mesh[]): void {
    this.#floorShade.update(cloths, this.solids.near, this.floorHeight, this.#scale);
  }

  /** Environment for reflections. Created when the first reflecting cloth is shown. */
  get room(): Texture {
    if (this.#room === null) {
      const generator = new PMREMGenerator(this.renderer);
      const room = new RoomEnvironment();
      this.#room = generator.fromScene(room, 0.04).texture;
      room.dispose();
      generator.dispose();
    }
    return this.#room;
  }

  /** Call it after a context loss: reflections must be recreated. */
  restore(): void {
    this.#room = null;
    this.redraw();
  }

  /** Sets the initial view for cloths with these positions. */
  fitView(cloths: readonly Float32Array[]): void {
    const box = new Box3();
    for (const positions of cloths) box.union(new Box3().setFromArray(positions));
    box.getCenter(this.#target);
    for (const solid of this.solids.movable) box.expandByObject(solid);
    const hasObjects = this.solids.movable.length > 0;
    // A little below the center, to see some floor. Cloth above objects may hang low and fall on them.
    const { x, y, z } = box.getSize(new Vector3());
    const largest = Math.max(x, y, z);
    this.#scale =
      largest < SMALL ? Math.max(MIN_SCALE, largest) : Math.max(1, x / MAX_WIDTH, y / MAX_HEIGHT);
    const near = Math.min(1, this.#scale);
    const center = (box.min.y + box.max.y) / 2 - 0.13 * near;
    this.#target.y = Math.max(near * (hasObjects || near < 1 ? MIN_HEIGHT : USUAL_HEIGHT), center);
    this.#fit();
    this.resetView();
  }

  /** Adapts lights, fog and floor to the size of the scene. */
  #fit(): void {
    const scale = this.#scale;
    this.scene.fog = new Fog(this.#background, 5 * scale, 14 * scale);
    this.camera.far = 50 * scale;
    this.camera.updateProjectionMatrix();
    this.controls.maxDistance = 8 * Math.max(1, scale);
    this.controls.minDistance = MIN_DISTANCE * Math.min(1, scale);
    for (const ground of [this.floor, ...this.solids.grounds]) ground.scale.setScalar(scale);
    const sun = this.#sun;
    sun.position.set(1.8, 3.4, 2.6).multiplyScalar(scale);
    sun.target.position.set(0, 0.8 * scale, 0);
    sun.shadow.normalBias = 0.012 * scale;
    const side = 2 * scale;
    Object.assign(sun.shadow.camera, { left: -side, right: side, top: side, bottom: -side });
    Object.assign(sun.shadow.camera, { near: 0.5 * scale, far: 9 * scale });
    sun.shadow.camera.updateProjectionMatrix();
  }

  /** Replaces the colliders by those of another scene. */
  loadSolids(...[options, frame]: Parameters<SolidViews["load"]>): void {
    this.solids.load(options, frame);
    for (const ground of this.solids.grounds) ground.scale.setScalar(this.#scale); // a restart keeps the view
    this.floor.visible = !this.solids.hasFloor;
  }

  /** Everything around the cloths, including the floor. */
  get surfaces(): Object3D[] {
    return [...(this.floor.visible ? [this.floor] : []), ...this.solids.colliders];
  }

  /** Moves the camera to where all cloths are visible. */
  resetView(): void {
    const { enableDamping } = this.controls;
    this.controls.enableDamping = false; // stops damped motion
    this.controls.update();
    this.controls.enableDamping = enableDamping;
    this.controls.target.copy(this.#target);
    const { clientHeight: height } = this.renderer.domElement;
    const { width: freeWidth, height: freeHeight } = this.#free;
    // far enough away to fit into the free area
    const distance =
      this.#scale *
      Math.max(1, FIT_FRACTION * (height / freeWidth), FIT_FRACTION * (height / freeHeight));
    // low cloth is seen from the usual height as well
    const above = 0.33 + Math.max(0, USUAL_HEIGHT - this.#target.y / Math.min(1, this.#scale));
    this.camera.position.set(0.75, above, 3).multiplyScalar(distance).add(this.controls.target);
    this.controls.update();
    this.#firstPosition.copy(this.camera.position);
  }

  /** Sets the part of the page that no control covers, px. The view is centered in it. */
  setFreeArea(free: DOMRect): void {
    // A view that the user has moved stays. Otherwise the cloth is fitted again.
    const isUntouched = this.camera.position.distanceTo(this.#firstPosition) < UNTOUCHED;
    this.#free = free;
    this.resize();
    if (isUntouched) this.resetView();
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.renderer.domElement;
    // changes with the screen and with browser zoom
    const ratio = Math.min(devicePixelRatio, 2);
    if (ratio !== this.renderer.getPixelRatio()) this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    const { x, y, width: freeWidth, height: freeHeight } = this.#free;
    const right = width / 2 - (x + freeWidth / 2);
    const down = height / 2 - (y + freeHeight / 2);
    this.camera.setViewOffset(width, height, right, down, width, height);
    this.camera.updateProjectionMatrix();
    this.redraw();
  }

  /** Requests a redraw. */
  redraw(): void {
    this.#isStale = true;
  }

  /** Draws if something has changed. Call it at each frame. */
  draw(): void {
    this.controls.update();
    if (!this.#isStale) return;
    this.#isStale = false;
    this.renderer.render(this.scene, this.camera);
  }
}
