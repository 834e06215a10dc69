import { button } from "../controls/buttons.js";
import { titledDialog } from "../controls/dialog.js";

/** How an image is used. */
export type ImageUse = "texture" | "strength map";

/** Asks how to use an image. Returns null if the user cancels. */
export function askImageUse(name: string): Promise<ImageUse | null> {
  const { dialog } = titledDialog("image-dialog", `Use ${name} as`);
  const explanation = document.createElement("p");
  explanation.textContent =
    "A texture covers the cloth. A strength map sets how strong the cloth is: dark areas are weak.";
  const answer =
    (use: string): (() => void) =>
    () =>
      dialog.close(use);
  const row = document.createElement("div");
  row.append(
    button({
      text: "Texture",
      title: "Covers the cloth with the image",
      call: answer("texture"),
    }),
    button({
      text: "Strength map",
      title: "Makes dark areas weak. Restarts the simulation.",
      call: answer("strength map"),
    }),
    button({ text: "Cancel", title: "Closes the dialog (Esc)", call: answer("") }),
  );
  dialog.append(explanation, row);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "" ? null : (dialog.returnValue as ImageUse));
    });
  });
}
