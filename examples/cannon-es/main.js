// The page: draws the simulation and throws balls on clicks.
import { Raycaster, Vector2, Vector3 } from "three";
import { ClothMesh } from "tatter/three";
import { SHEET, Simulation } from "./simulation.js";
import { BallMeshes, clothMaterial, Stage } from "./stage.js";

const FRAME = 1 / 60; // s
const SPEED = 9; // initial speed of a ball, m/s
const FIRST_BALL_AFTER = 1.2; // s

const stage = new Stage(document.querySelector("canvas"));
const balls = new BallMeshes(stage.scene);
const criterion = document.querySelector("#criterion");
const path = document.querySelector("#path");
const tears = document.querySelector("[data-stat=tears]");
let simulation = new Simulation(criterion.value, path.value);
const clothMesh = new ClothMesh(simulation.cloth, clothMaterial());
clothMesh.castShadow = clothMesh.receiveShadow = true;
stage.scene.add(clothMesh);

/** Throws a ball from beside the camera, so that it flies through a point. */
function throwAt(target) {
  const from = stage.camera.position.clone().add(new Vector3(0, -0.3, 0));
  from.lerp(target, Math.max(0, 1 - 3.2 / from.distanceTo(target))); // at most 3.2 m away
  const flight = target.clone().sub(from);
  const seconds = flight.length() / SPEED;
  const velocity = flight.divideScalar(seconds);
  velocity.y += (9.81 * seconds) / 2; // compensates for gravity
  simulation.throwBall(from.toArray(), velocity.toArray());
}

function throwAtRandomPoint() {
  const [x, y] = [Math.random() - 0.5, Math.random() - 0.5];
  const { width, bottom, top } = SHEET;
  throwAt(new Vector3(0.6 * width * x, (top + bottom) / 2 + 0.6 * (top - bottom) * y, 0));
}

function reset() {
  simulation = new Simulation(criterion.value, path.value);
}

document.querySelector("#throw").addEventListener("click", throwAtRandomPoint);
document.querySelector("#reset").addEventListener("click", reset);
for (const choice of [criterion, path]) {
  choice.addEventListener("change", () => simulation.tearBy(criterion.value, path.value));
}
addEventListener("keydown", ({ key, target }) => {
  if (target !== document.body) return; // a focused button handles its own keys
  if (key === " ") throwAtRandomPoint();
  if (key === "r") reset();
});

// A click throws a ball; a drag rotates the view.
const pressed = new Vector2();
stage.canvas.addEventListener("pointerdown", ({ x, y }) => pressed.set(x, y));
stage.canvas.addEventListener("pointerup", ({ x, y }) => {
  if (pressed.distanceTo(new Vector2(x, y)) > 5) return;
  const onScreen = new Vector2((2 * x) / innerWidth - 1, 1 - (2 * y) / innerHeight);
  const ray = new Raycaster();
  ray.setFromCamera(onScreen, stage.camera);
  const hit = ray.intersectObject(clothMesh)[0];
  throwAt(hit?.point ?? ray.ray.at(stage.camera.position.length(), new Vector3()));
});

let isFirstThrown = false;
let last = performance.now();
let pending = 0; // time that is not simulated yet, s

stage.renderer.setAnimationLoop(() => {
  const now = performance.now();
  pending = Math.min(pending + (now - last) / 1000, 3 * FRAME); // slow machines run in slow motion
  last = now;
  for (; pending >= FRAME; pending -= FRAME) simulation.step();
  if (!isFirstThrown && simulation.world.time > FIRST_BALL_AFTER) {
    isFirstThrown = true;
    throwAt(new Vector3(0.1, 1.35, 0));
  }
  clothMesh.update(simulation.cloth);
  balls.update(simulation.balls);
  tears.textContent = String(simulation.tearCount);
  stage.draw();
});
