import { button } from "../controls/buttons.js";
import type { SceneInput } from "tatter/scene";
import { encodeHash } from "./share-url.js";
import { paragraph, smallDialog } from "./dialogs.js";

const SHARE = `<path d="M9.500 14.500l5-5M10.500 6.500l2-2a4.200 4.200 0 0 1 6 6l-2 2M13.500 17.500l-2 2a4.200 4.200 0 0 1-6-6l2-2" />`;
/** Some programs cut addresses that are longer, letters. */
const LONG = 30_000;

export interface ShareCalls {
  scene: () => SceneInput;
  /** The files of the user that the scene needs. */
  ownFiles: () => Promise<readonly string[]>;
  saveRecording: () => void;
  saveScene: () => void;
}

/** The button that puts the whole scene into an address, for others to open. */
export function addShareButton(container: HTMLElement, calls: ShareCalls): void {
  const { dialog, body } = smallDialog("share", "Share");
  const told = paragraph();
  told.setAttribute("role", "status");
  const field = document.createElement("input");
  Object.assign(field, { type: "text", readOnly: true });
  field.ariaLabel = "Address of this scene";
  field.addEventListener("focus", () => field.select());
  const closing = (call: () => void) => () => {
    dialog.close();
    call();
  };
  const recording = button({
    title: "A file with the run and all that it needs",
    text: "Save recording",
    call: closing(calls.saveRecording),
  });
  const scene = button({
    title: "A file with the scene and all that the panel says",
    text: "Save scene",
    call: closing(calls.saveScene),
  });
  body.append(told, field, recording, scene);

  const share = async (): Promise<void> => {
    const own = await calls.ownFiles();
    field.hidden = own.length > 0;
    recording.hidden = own.length === 0;
    scene.hidden = true;
    if (own.length > 0) {
      const files = own.length === 1 ? `your file ${own[0]}` : `your files ${own.join(", ")}`;
      told.textContent = `The address cannot hold ${files}: save the recording instead, which does.`;
      if (!dialog.open) dialog.showModal();
      return;
    }
    let address: string;
    try {
      address = urlWith(await encodeHash(calls.scene()));
    } catch {
      field.hidden = true;
      scene.hidden = false;
      told.textContent =
        "This browser cannot pack a scene into an address: save the scene instead.";
      if (!dialog.open) dialog.showModal();
      return;
    }
    field.value = address;
    const isCopied = await copied(address);
    const isLong = address.length > LONG;
    scene.hidden = !isLong;
    told.textContent = [
      isCopied
        ? `Copied: an address of ${address.length} letters with the whole scene, as the panel says.`
        : `Copy this address of ${address.length} letters: it holds the whole scene, as the panel says.`,
      "What has happened to the cloth since its start is not in it: that is in a recording.",
      isLong ? "Some programs cut addresses that long: a file is safer." : "",
    ].join(" ");
    if (!dialog.open) dialog.showModal();
    field.focus();
  };
  const title = "Share this scene by its address";
  container.append(button({ title, text: "Share", icon: SHARE, call: () => void share() }));
}

/** That of this page, without what it was asked for. */
function urlWith(hash: string): string {
  const { origin, pathname, protocol } = location;
  return `${protocol === "file:" ? "file://" : origin}${pathname}${hash}`;
}

/** A browser may refuse it. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
