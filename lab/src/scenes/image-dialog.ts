import { button } from "../controls/buttons.js";
import { titledDialog } from "../controls/dialog.js";

/** What a picture is to be for the cloth. */
export type PictureUse = "texture" | "strength map";

/** Asks what to do with a picture; null: nothing. */
export function askPictureUse(name: string): Promise<PictureUse | null> {
  const { dialog } = titledDialog("picture-question", `Use ${name} as`);
  const explanation = document.createElement("p");
  explanation.textContent =
    "As texture it shows on the cloth. As strength map it says how strong the cloth is: where it is dark, the cloth tears easily.";
  const answer =
    (use: string): (() => void) =>
    () =>
      dialog.close(use);
  const row = document.createElement("div");
  row.append(
    button({
      text: "Texture of the cloth",
      title: "Show it on the cloth",
      call: answer("texture"),
    }),
    button({
      text: "Strength map",
      title: "Make a new cloth that is weak where the picture is dark",
      call: answer("strength map"),
    }),
    button({ text: "Cancel", title: "Do nothing with it (Escape)", call: answer("") }),
  );
  dialog.append(explanation, row);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "" ? null : (dialog.returnValue as PictureUse));
    });
  });
}
