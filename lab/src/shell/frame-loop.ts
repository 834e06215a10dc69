import { frameCounter, showLag } from "../stats/stats.js";
import type { Connection } from "../simulation/connection.js";
import type { Stage } from "../stage/stage.js";
import type { View } from "../stage/view.js";
import type { Toolbox } from "../tools/toolbox.js";
import type { SceneView } from "../views/scene-view.js";

export interface FrameParts {
  connection: Connection;
  stage: Stage;
  view: View;
  sceneView: SceneView;
  toolbox: Toolbox;
}

/** Draws each frame and notifies the simulation. */
export function startFrames({ connection, stage, view, sceneView, toolbox }: FrameParts): void {
  const { send, lag } = connection;
  const countFrame = frameCounter();
  stage.renderer.setAnimationLoop(() => {
    send({ type: "pulse" });
    if (sceneView.update()) toolbox.follow();
    if (lag.drawn()) showLag(lag.latest!);
    sceneView.updateMaterials();
    view.advance();
    stage.draw();
    toolbox.draw();
    countFrame();
  });
}
