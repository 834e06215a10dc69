import { Vector3 } from "three";
import { gravityOf, MAX_WIND, windVelocity, type Settings } from "../panel/settings.js";
import type { Command } from "../simulation/messages.js";
import { sphereAround } from "../stage/bounds.js";
import type { Stage } from "../stage/stage.js";
import type { View } from "../stage/view.js";
import type { SceneView } from "../views/scene-view.js";
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

/** What tools need from the page. */
export interface ToolContext {
  stage: Stage;
  view: View;
  trace: BladeTrace;
  settings: Settings;
  selection: Selection;
  send: (command: Command) => void;
  sceneView: SceneView;
  /** Sets the wind, m/s. */
  blow: (velocity: [number, number, number]) => void;
}

/** Default settings of the tools. */
export const TOOL_DEFAULTS = { ...BRUSH_DEFAULTS, ...THROW_DEFAULTS, ...PIN_DEFAULTS };

/** All tools, by name. */
export type PointerTools = Record<Tool, PointerTool> & { wind: WindTool };

export function makePointerTools(
  context: ToolContext,
  toolSettings: typeof TOOL_DEFAULTS,
): PointerTools {
  const { stage, settings, selection, send, sceneView } = context;
  const cloths = () => sceneView.meshes;
  const touch: Selection["touch"] = (object, point) => selection.touch(object, point);
  const grab = new GrabTool(stage, {
    targets: () => grabTargets(cloths(), stage.solids, send),
    hover(target: GrabTarget | null) {
      const isMovable = stage.solids.light(target?.object ?? null);
      stage.renderer.domElement.classList.toggle("movable", isMovable);
      stage.redraw();
    },
    touch,
    focus: () => focusOnSelection(context.view, selection),
  });
  return {
    grab,
    knife: new KnifeTool(stage, context.trace, {
      draw: (knife, blade) => send({ type: "draw", knife, blade }),
      move: (knife, blade) => send({ type: "slash", knife, blade }),
      lift: (knife) => send({ type: "lift", knife }),
    }),
    throw: new ThrowTool(stage, toolSettings, {
      targets: () => [...cloths(), ...stage.surfaces],
      gravity: () => gravityOf(settings),
      throw: (ball) => send({ type: "throw", ball }),
      touch,
    }),
    pin: new PinTool(stage, toolSettings, {
      cloths,
      pinned: () => sceneView.pinned,
      placeOf: (pin, into) => sceneView.placeOf(pin, into),
      pin: (cloth, point, radius) => send({ type: "pin", cloth, point: point.toArray(), radius }),
      unpin: (at, radius) => send({ type: "unpin", at, radius }),
      touch,
    }),
    brush: new BrushTool(stage, toolSettings, {
      cloths,
      paint(hits) {
        const { brushRadius: radius, brushStrength: strength } = toolSettings;
        const points = hits.map(({ cloth, point }) => ({ cloth, point: point.toArray() }));
        send({ type: "paint", points, radius, strength });
        const { object, point } = hits.at(-1)!;
        touch(object, point);
      },
    }),
    wind: new WindTool(stage, {
      center() {
        const all = sphereAround(cloths());
        return all.isEmpty() ? stage.controls.target.clone() : all.center;
      },
      read: () => new Vector3(...windVelocity(settings)),
      write: (velocity) => context.blow(velocity.toArray()),
      maxSpeed: MAX_WIND,
    }),
    look: new LookTool(grab),
  };
}
