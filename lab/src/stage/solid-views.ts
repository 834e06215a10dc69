import type { Collider } from "tatter";
import { DoubleSide, Group, Matrix4, MeshStandardMaterial, type Object3D } from "three";
import { BallMesh, ballTexture, ColliderMesh } from "tatter/three";
import { ballsIn, collidersIn, type SolidsFrame } from "../simulation/solids-frame.js";
import type { NearSolid } from "./solid-distance.js";

const FLOOR_COLOUR = 0xcfc6b8;
/** Clay and plaster, which stand back behind the cloth; in turn, so that neighbours can be told apart. */
const COLOURS = [0x7f8fa3, 0x8fa08f, 0xa98d80, 0x8d8797];
/** How much a collider lights up under a hand that may take it. */
const GLOW = 0.16;

/** Faint stripes: a plain sphere that turns would seem to stand still. */
const sphereTexture = ballTexture(0xffffff, 0xe4e4e4);

type Options = Collider["options"];

/** The floor of the page, and of scenes that have one. */
export function floorMaterial(): MeshStandardMaterial {
  return new MeshStandardMaterial({ color: FLOOR_COLOUR, roughness: 0.95 });
}

/** All colliders and balls in the picture. */
export class SolidViews extends Group {
  #options: readonly Options[] = [];
  #colliders: ColliderMesh[] = [];
  readonly #balls = new Map<number, BallMesh>();
  readonly #ballMaterial = new MeshStandardMaterial({ map: ballTexture(), roughness: 0.5 });
  #lit: ColliderMesh | null = null;
  #floorColour = FLOOR_COLOUR;
  /** Those whose distance a formula tells: all but floors, walls and meshes. */
  near: NearSolid[] = [];

  /** In the order of the simulation. */
  get colliders(): readonly ColliderMesh[] {
    return this.#colliders;
  }

  /** Those that a hand can take: no floor and no wall. */
  get movable(): readonly ColliderMesh[] {
    return this.#colliders.filter((_, i) => this.#options[i]!.type !== "half-space");
  }

  /** Floors and walls. */
  get grounds(): readonly ColliderMesh[] {
    return this.#colliders.filter((_, i) => this.#options[i]!.type === "half-space");
  }

  /** Whether one of them is a floor, of any slope. */
  get hasFloor(): boolean {
    return this.#options.some(
      (options) => options.type === "half-space" && options.normal[1] > 0.5 * lengthOf(options),
    );
  }

  /** How high a level floor among them is, m; null: there is none. */
  get floorHeight(): number | null {
    for (const [i, options] of this.#options.entries()) {
      if (options.type !== "half-space" || options.normal[1] < 0.9999 * lengthOf(options)) continue;
      return this.#colliders[i]!.position.y;
    }
    return null;
  }

  /** Of floors and walls. */
  set floorColour(colour: number) {
    this.#floorColour = colour;
    for (const ground of this.grounds) (ground.material as MeshStandardMaterial).color.set(colour);
  }

  /** The colliders of another scene. */
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
    this.floorColour = this.#floorColour;
    this.show(frame);
  }

  /** Balls come and go by their numbers. */
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

  /** Shows which collider a hand would take; false: what it would take is none of them. */
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
  const color = COLOURS[i % COLOURS.length]!;
  const material = new MeshStandardMaterial({
    color,
    roughness: 0.75,
    emissive: 0xffffff,
    emissiveIntensity: 0,
  });
  if (options.type === "sphere") material.map = sphereTexture;
  if (options.type === "mesh") material.side = DoubleSide; // one that is open has two sides
  return material;
}

function lengthOf({ normal }: Extract<Options, { type: "half-space" }>): number {
  return Math.hypot(...normal);
}
