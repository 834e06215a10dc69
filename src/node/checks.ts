import {
  anObject,
  anything,
  array,
  checkOptions,
  expected,
  list,
  optional,
  over0,
  text,
  valuesOf,
  type Needed,
} from "../math/check-options.js";
import type { Recording, Scene } from "../scene/index.js";

/** Text that names something; "" would be the folder that the program was started in. */
function nameOf(what: string): Needed {
  return (value) =>
    typeof value === "string" && value !== "" ? null : expected(`the name of ${what}`, value);
}

export const fileName = nameOf("a file");
export const folderName = nameOf("a folder");

export const texts = array(text);

const things = list(anything);
const rate = over0("a number over 0");

/** What there has to be of a scene; the rest is looked at where it is used. */
const SCENE = valuesOf<Scene>({
  $schema: optional(anything),
  name: text,
  description: optional(anything),
  gravity: anything,
  wind: anObject,
  fields: things,
  cloths: things,
  colliders: things,
  bodies: things,
  knives: things,
  solver: anObject,
  duration: rate,
  frameRate: rate,
  seed: anything,
});

/** @throws RangeError where it is none, or one with its defaults still left out. */
export function checkIsScene(scene: unknown): void {
  checkComesFrom("scene", scene, SCENE, "loadSceneFile or checkScene");
}

const RECORDING = valuesOf<Pick<Recording, "scene" | "course" | "frames">>({
  scene: SCENE,
  course: valuesOf<Pick<Recording["course"], "steps" | "inputs">>({
    steps: things,
    inputs: things,
  }),
  frames: things,
});

/** @throws RangeError where it is none. */
export function checkIsRecording(recording: unknown): void {
  checkComesFrom("recording", recording, RECORDING, "loadRecording");
}

function checkComesFrom(field: string, value: unknown, check: Needed, maker: string): void {
  checkOptions(field, value, (given) => {
    const fault = check(given);
    return fault === null ? null : `${fault}; take one from ${maker}`;
  });
}
