import type { Collider } from "tatter";
import { DoubleSide, Group, Matrix4, MeshStandardMaterial, type Object3D } from "three";
import { BallMesh, ballTexture, ColliderMesh } from "tatter/three";
import { ballsIn, collidersIn, type SolidsFrame } from "../simulation/solids-frame.js";
import type { NearSolid } from "./solid-distance.js";

const FLOOR_COLOR = 0xcfc6b8;
/** Muted colors that do not compete with the cloth, alternating so that neighbors differ. */
const COLORS = [0x7f8fa3, 0x8fa08f, 0xa98d80, 0x8d8797];
/** Emission of a collider that a grab would take. */
const GLOW = 0.16;

/** Faint stripes, so that the rotation of a sphere is visible. */
const sphereTexture = ballTexture(0xffffff, 0xe4e4e4);

type Options = Collider["options"];

/** Creates the material of floors. */
export function floorMaterial(): MeshStandardMaterial {
  return new MeshStandardMaterial({ color: FLOOR_COLOR, roughness: 0.95 });
}

/** Meshes of all colliders and balls. */
export class SolidViews extends Group {
  #options: readonly Options[] = [];
  #colliders: ColliderMesh[] = [];
  readonly #balls = new Map<number, BallMesh>();
  readonly #ballMaterial = new MeshStandardMaterial({ map: ballTexture(), roughness: 0.5 });
  #lit: ColliderMesh | null = null;
  #floorColor = FLOOR_COLOR;
  /** Solids with an analytic distance: all except half-spaces and meshes. */
  near: NearSolid[] = [];

  /** In the order of the simulation. */
  get colliders(): readonly ColliderMesh[] {
    return this.#colliders;
  }

  /** Colliders that can be grabbed: no floors and walls. */
  get movable(): readonly ColliderMesh[] {
    return this.#colliders.filter((_, i) => this.#options[i]!.type !== "half-space");
  }

  /** Floors and walls. */
  get grounds(): readonly ColliderMesh[] {
    return this.#colliders.filter((_, i) => this.#options[i]!.type === "half-space");
  }

  /** True if one of them is a floor, of any slope. */
  get hasFloor(): boolean {
    return this.#options.some(
      (options) => options.type === "half-space" && options.normal[1] > 0.5 * lengthOf(options),
    );
  }

  /** Height of a level floor, m. Null: none. */
  get floorHeight(): number | null {
    for (const [i, options] of this.#options.entries()) {
      if (options.type !== "half-space" || options.normal[1] < 0.9999 * lengthOf(options)) continue;
      return this.#colliders[i]!.position.y;
    }
    return null;
  }

  /** Color of floors and walls. */
  set floorColor(color: number) {
    this.#floorColor = color;
    for (const ground of this.grounds) (ground.material as MeshStandardMaterial).color.set(color);
  }

  /** Replaces the colliders by those of another scene. */
  load(options: readonly Options[], frame: SolidsFrame): void {
    for (const view of this.#colliders) {
      this.remove(view);
      view.geometry.dispose();
      (view.material as MeshStandardMaterial).dispose();
    }
    this.#options = options;
    this.#lit = null;
    this.#colliders = collidersIn(frame, options).map((source, i) => {
      const view = new ColliderMesh(source, materialOf(options[i]!, i));
      view.castShadow = options[i]!.type !== "half-space";
      view.receiveShadow = true;
      return view;
    });
    if (this.#colliders.length > 0) this.add(...this.#colliders);
    this.floorColor = this.#floorColor;
    this.show(frame);
  }

  /** Updates poses. Adds and removes balls by number. */
  show(frame: SolidsFrame): void {
    for (const [i, source] of collidersIn(frame, this.#options).entries()) {
      this.#colliders[i]!.update(source);
    }
    const balls = ballsIn(frame, this.#options.length);
    const present = new Set(balls.map(({ number }) => number));
    for (const [number, view] of this.#balls) {
      if (present.has(number)) continue;
      this.remove(view);
      this.#balls.delete(number);
    }
    for (const ball of balls) {
      const view = this.#balls.get(ball.number);
      if (view === undefined) this.#addBall(ball);
      else view.update(ball);
    }
    this.near = [
      ...this.#options.flatMap((options, i) => nearSolid(options, this.#colliders[i]!)),
      ...balls.map(({ number, radius }) => ballSolid(radius, this.#balls.get(number)!)),
    ];
  }

  #addBall(ball: ReturnType<typeof ballsIn>[number]): void {
    const view = new BallMesh(ball, this.#ballMaterial);
    view.castShadow = view.receiveShadow = true;
    this.#balls.set(ball.number, view);
    this.add(view);
  }

  /** Highlights the collider that a grab would take. Returns false if the object is not a collider. */
  light(object: Object3D | null): boolean {
    const view = this.#colliders.find((one) => one === object) ?? null;
    if (this.#lit !== null) glow(this.#lit, 0);
    if (view !== null) glow(view, GLOW);
    this.#lit = view;
    return view !== null;
  }
}

function nearSolid(options: Options, view: ColliderMesh): NearSolid[] {
  if (options.type === "half-space" || options.type === "mesh") return [];
  view.updateMatrixWorld();
  const { boundingSphere } = view.geometry;
  if (boundingSphere === null) view.geometry.computeBoundingSphere();
  return [
    {
      options,
      toWorld: view.matrixWorld,
      toOwn: new Matrix4().copy(view.matrixWorld).invert(),
      reach: view.geometry.boundingSphere!.radius,
    },
  ];
}

function ballSolid(radius: number, { position }: Object3D): NearSolid {
  const toWorld = new Matrix4().setPosition(position);
  const toOwn = new Matrix4().copy(toWorld).invert();
  return { options: { type: "sphere", radius }, toWorld, toOwn, reach: radius };
}

function glow(view: ColliderMesh, intensity: number): void {
  (view.material as MeshStandardMaterial).emissiveIntensity = intensity;
}

function materialOf(options: Options, i: number): MeshStandardMaterial {
  if (options.type === "half-space") return floorMaterial();
  const color = COLORS[i % COLORS.length]!;
  const material = new MeshStandardMaterial({
    color,
    roughness: 0.75,
    emissive: 0xffffff,
    emissiveIntensity: 0,
  });
  if (options.type === "sphere") material.map = sphereTexture;
  if (options.type === "mesh") material.side = DoubleSide; // an open mesh has two visible sides
  return material;
}

function lengthOf({ normal }: Extract<Options, { type: "half-space" }>): number {
  return Math.hypot(...normal);
}
