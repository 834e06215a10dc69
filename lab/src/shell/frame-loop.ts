import { frameCounter, showLag } from "../figures/stats.js";
import type { Connection } from "../simulation/connection.js";
import type { Stage } from "../stage/stage.js";
import type { View } from "../stage/view.js";
import type { Toolbox } from "../tools/toolbox.js";
import type { Picture } from "../views/picture.js";

export interface FrameParts {
  connection: Connection;
  stage: Stage;
  view: View;
  picture: Picture;
  toolbox: Toolbox;
}

/** Draws each frame of the browser, and tells the simulation when. */
export function startFrames({ connection, stage, view, picture, toolbox }: FrameParts): void {
  const { send, lag } = connection;
  const countFrame = frameCounter();
  stage.renderer.setAnimationLoop(() => {
    send({ type: "pulse" });
    if (picture.update()) toolbox.follow();
    if (lag.drawn()) showLag(lag.latest!);
    picture.dress();
    view.advance();
    stage.draw();
    toolbox.draw();
    countFrame();
  });
}
