import type { ClothMesh } from "tatter/three";
import { Vector3 } from "three";
import { gravityOf, MAX_WIND, windVelocity, type Settings } from "../panel/settings.js";
import type { Command } from "../simulation/messages.js";
import type { Stage } from "../stage/stage.js";
import type { View } from "../stage/view.js";
import type { Picture } from "../views/picture.js";
import type { BladeTrace } from "./blade-trace.js";
import { BRUSH_DEFAULTS, BrushTool } from "./brush-tool.js";
import { grabTargets } from "./grab-targets.js";
import { GrabTool, LookTool, type GrabTarget } from "./grab-tool.js";
import { KnifeTool } from "./knife-tool.js";
import { PIN_DEFAULTS, PinTool } from "./pin-tool.js";
import type { PointerTool } from "./pointer-tool.js";
import type { Selection } from "./selection.js";
import { THROW_DEFAULTS, ThrowTool } from "./throw-tool.js";
import type { Tool } from "./tool-list.js";
import { focusOnSelection } from "./view-keys.js";
import { WindTool } from "./wind-tool.js";

/** What tools have to know of the page. */
export interface Workshop {
  stage: Stage;
  view: View;
  trace: BladeTrace;
  settings: Settings;
  selection: Selection;
  send: (command: Command) => void;
  picture: Picture;
  /** Another wind, m/s. */
  blow: (velocity: [number, number, number]) => void;
}

/** What the tools can be set to. */
export const HELD = { ...BRUSH_DEFAULTS, ...THROW_DEFAULTS, ...PIN_DEFAULTS };

/** All tools, by their names. */
export type PointerTools = Record<Tool, PointerTool> & { wind: WindTool };

export function makePointerTools(workshop: Workshop, held: typeof HELD): PointerTools {
  const { stage, settings, selection, send, picture } = workshop;
  const cloth = (): ClothMesh | null => picture.mesh;
  const touch: Selection["touch"] = (object, point) => selection.touch(object, point);
  const hand = new GrabTool(stage, {
    targets() {
      const mesh = cloth();
      return mesh === null ? [] : grabTargets(mesh, stage.solids, send);
    },
    hover(target: GrabTarget | null) {
      const isMovable = stage.solids.light(target?.object ?? null);
      stage.renderer.domElement.classList.toggle("movable", isMovable);
      stage.redraw();
    },
    touch,
    focus: () => focusOnSelection(workshop.view, selection),
  });
  return {
    hand,
    knife: new KnifeTool(stage, workshop.trace, {
      draw: (knife, blade) => send({ type: "draw", knife, blade }),
      move: (knife, blade) => send({ type: "slash", knife, blade }),
      lift: (knife) => send({ type: "lift", knife }),
    }),
    throw: new ThrowTool(stage, held, {
      targets() {
        const mesh = cloth();
        return [...(mesh === null ? [] : [mesh]), ...stage.surfaces];
      },
      gravity: () => gravityOf(settings),
      throw: (ball) => send({ type: "throw", ball }),
      touch,
    }),
    pin: new PinTool(stage, held, {
      cloth,
      pegs: () => picture.pinned,
      positions: () => picture.positions,
      pin: (point, radius) => send({ type: "pin", point: point.toArray(), radius }),
      unpin: (peg, radius) => send({ type: "unpin", peg, radius }),
      touch,
    }),
    brush: new BrushTool(stage, held, {
      target: cloth,
      paint(points) {
        const { brushRadius: radius, brushStrength: strength } = held;
        send({ type: "paint", points: points.map((point) => point.toArray()), radius, strength });
        touch(cloth(), points.at(-1)!);
      },
    }),
    wind: new WindTool(stage, {
      middle: () =>
        cloth()?.geometry.boundingSphere?.center.clone() ?? stage.controls.target.clone(),
      read: () => new Vector3(...windVelocity(settings)),
      write: (velocity) => workshop.blow(velocity.toArray()),
      fastest: MAX_WIND,
    }),
    look: new LookTool(hand),
  };
}
