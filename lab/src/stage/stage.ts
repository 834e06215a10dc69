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
  type BufferGeometry,
  type Object3D,
  type Texture,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { RoomEnvironment } from "three/addons/environments/RoomEnvironment.js";
import { FloorShade } from "./floor-shade.js";
import { Marks } from "./marks.js";
import { floorMaterial, SolidViews } from "./solid-views.js";
import { THEMES, type ThemeName } from "./theme.js";

/** How high the middle of the first view is, m, and the lowest that it may be. */
const USUAL = 0.92;
const LOW = 0.42;
/** What is wider or higher than this, m, is seen from farther off. */
const MAX_WIDTH = 1.9;
const MAX_HEIGHT = 1.5;
/** A cloth of the usual size needs so much of the height of a picture that is seen from the usual distance. */
const FITS = 0.72;
/** A camera that is no further than this from where it was put has not been moved by anybody, m. */
const UNTOUCHED = 0.001;

/** Light, floor, camera, what stands or flies around the cloth, and the marks of particles: pegs where they are pinned, dots where a tear ends. */
export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(38, 1, 0.05, 50);
  readonly controls: OrbitControls;
  /** Where the scene has none, so that the cloth does not hang in the void: nothing stops at it. */
  readonly floor = new Mesh(new CircleGeometry(12, 64).rotateX(-Math.PI / 2), floorMaterial());
  /** Colliders and balls. */
  readonly solids = new SolidViews();
  readonly pins = new Marks(
    0.012,
    new MeshStandardMaterial({ color: 0x6b5a3a, metalness: 0.6, roughness: 0.35 }),
  );
  /** Without light and shade, so that they cannot be taken for pins. */
  readonly weakPoints = new Marks(0.009, new MeshBasicMaterial({ color: 0x1a6bd8 }));
  #room: Texture | null = null;
  /** Something has changed since it was drawn. */
  #isStale = true;
  /** What the first view looks at. */
  readonly #target = new Vector3(0, USUAL, 0);
  /** How many times larger than usual the scene is, 1 at least: all that is around it grows with it. */
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
    sun.shadow.mapSize.set(1024, 1024); // coarse texels, which three.js blends, are soft ones
    sun.shadow.bias = -0.0008;
    sun.shadow.radius = 5;
    this.scene.add(sun, sun.target);

    this.floor.receiveShadow = true;
    this.scene.add(this.floor, this.solids, this.#floorShade);

    this.pins.castShadow = true;
    this.scene.add(this.pins, this.weakPoints);

    this.controls = new OrbitControls(this.camera, canvas);
    canvas.style.cursor = ""; // which the controls have set: the style sheet knows what pointers do
    this.controls.enableDamping = true;
    this.controls.addEventListener("change", () => this.redraw());
    this.controls.maxPolarAngle = Math.PI / 2 - 0.03;
    this.controls.minDistance = 0.6;
    this.setTheme("light");
    this.#fit();
    this.keepTo(canvas.getBoundingClientRect());
    addEventListener("resize", () => this.resize());
  }

  get theme(): ThemeName {
    return this.#theme;
  }

  /** A bright room or a dark one. */
  setTheme(name: ThemeName): void {
    this.#theme = name;
    const theme = THEMES[name];
    this.#background.set(theme.background);
    this.scene.fog?.color.set(theme.background);
    this.floor.material.color.set(theme.floor);
    this.solids.floorColour = theme.floor;
    this.#sky.color.set(theme.sky);
    this.#sky.groundColor.set(theme.ground);
    this.#sky.intensity = theme.skyIntensity;
    this.#sun.color.set(theme.sun);
    this.#sun.intensity = theme.sunIntensity;
    this.#floorShade.strength = theme.contact;
    this.redraw();
  }

  /** How high a level floor is, m; null: what there is of floors is not level. */
  get floorHeight(): number | null {
    return this.floor.visible ? 0 : this.solids.floorHeight;
  }

  /** Darkens the floor where the cloth and solids are close to it. */
  shadeFloor(cloth: BufferGeometry): void {
    this.#floorShade.update(cloth, this.solids.near, this.floorHeight, this.#scale);
  }

  /** What shiny cloth mirrors; made when the first such cloth is shown. */
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

  /** The graphics card is back, without what was drawn into its memory: looks that mirror the room have to be made anew. */
  restore(): void {
    this.#room = null;
    this.redraw();
  }

  /** Takes the first view of a cloth that starts here. */
  lookAt(positions: Float32Array): void {
    const box = new Box3().setFromArray(positions);
    box.getCenter(this.#target);
    for (const solid of this.solids.movable) box.expandByObject(solid);
    const isOnThings = this.solids.movable.length > 0;
    // A little below the middle, to see some floor. Cloth that has things around it may hang low, and fall on them.
    const middle = (box.min.y + box.max.y) / 2 - 0.13;
    this.#target.y = Math.max(isOnThings ? LOW : USUAL, middle);
    const { x, y } = box.getSize(new Vector3());
    this.#scale = Math.max(1, x / MAX_WIDTH, y / MAX_HEIGHT);
    this.#fit();
    this.resetView();
  }

  /** Light, fog and floor for a scene of this size. */
  #fit(): void {
    const scale = this.#scale;
    this.scene.fog = new Fog(this.#background, 5 * scale, 14 * scale);
    this.camera.far = 50 * scale;
    this.camera.updateProjectionMatrix();
    this.controls.maxDistance = 8 * scale;
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

  /** The colliders of another scene. */
  loadSolids(...[options, frame]: Parameters<SolidViews["load"]>): void {
    this.solids.load(options, frame);
    for (const ground of this.solids.grounds) ground.scale.setScalar(this.#scale); // a restart keeps the view
    this.floor.visible = !this.solids.hasFloor;
  }

  /** All that stands around the cloth, the floor included. */
  get surfaces(): Object3D[] {
    return [...(this.floor.visible ? [this.floor] : []), ...this.solids.colliders];
  }

  /** Looks at the cloth from where it is seen whole. */
  resetView(): void {
    const { enableDamping } = this.controls;
    this.controls.enableDamping = false; // what is left of an earlier turn ends now
    this.controls.update();
    this.controls.enableDamping = enableDamping;
    this.controls.target.copy(this.#target);
    const { clientHeight: height } = this.renderer.domElement;
    const { width: freeWidth, height: freeHeight } = this.#free;
    // Stand back until it fits between all that covers the picture.
    const distance =
      this.#scale * Math.max(1, FITS * (height / freeWidth), FITS * (height / freeHeight));
    // What is low is seen from the usual height too.
    const above = 0.33 + Math.max(0, USUAL - this.#target.y);
    this.camera.position.set(0.75, above, 3).multiplyScalar(distance).add(this.controls.target);
    this.controls.update();
    this.#firstPosition.copy(this.camera.position);
  }

  /** The part of the page that nothing covers, pixels: the middle of the view is in the middle of it. */
  keepTo(free: DOMRect): void {
    // Who has turned the view keeps it; else the cloth still fits.
    const isUntouched = this.camera.position.distanceTo(this.#firstPosition) < UNTOUCHED;
    this.#free = free;
    this.resize();
    if (isUntouched) this.resetView();
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.renderer.domElement;
    // Another one on another screen, or where the browser zooms.
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

  /** What is seen has changed. */
  redraw(): void {
    this.#isStale = true;
  }

  /** To be called at each frame; costs nothing while nothing has changed. */
  draw(): void {
    this.controls.update();
    if (!this.#isStale) return;
    this.#isStale = false;
    this.renderer.render(this.scene, this.camera);
  }
}
