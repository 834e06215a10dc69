import { button } from "../controls/buttons.js";
import type { SceneInput } from "tatter/scene";
import { encodeHash } from "./share-url.js";
import { paragraph, smallDialog } from "./dialogs.js";

const SHARE = `<path d="M9.500 14.500l5-5M10.500 6.500l2-2a4.200 4.200 0 0 1 6 6l-2 2M13.500 17.500l-2 2a4.200 4.200 0 0 1-6-6l2-2" />`;
/** Some programs truncate longer URLs, characters. */
const LONG = 30_000;

export interface ShareCalls {
  scene: () => SceneInput;
  /** Returns the user files that the scene needs. */
  ownFiles: () => Promise<readonly string[]>;
  saveRecording: () => void;
  saveScene: () => void;
}

/** Adds the button that copies a URL with the whole scene. */
export function addShareButton(container: HTMLElement, calls: ShareCalls): void {
  const { dialog, body } = smallDialog("share", "Share");
  const status = paragraph();
  status.setAttribute("role", "status");
  const field = document.createElement("input");
  Object.assign(field, { type: "text", readOnly: true });
  field.ariaLabel = "Link to this scene";
  field.addEventListener("focus", () => field.select());
  const closing = (call: () => void) => () => {
    dialog.close();
    call();
  };
  const recording = button({
    title: "Saves the run with all its files",
    text: "Save recording",
    call: closing(calls.saveRecording),
  });
  const scene = button({
    title: "Saves the scene with all settings of the panel",
    text: "Save scene",
    call: closing(calls.saveScene),
  });
  body.append(status, field, recording, scene);

  const share = async (): Promise<void> => {
    const own = await calls.ownFiles();
    field.hidden = own.length > 0;
    recording.hidden = own.length === 0;
    scene.hidden = true;
    if (own.length > 0) {
      const files = own.length === 1 ? `your file ${own[0]}` : `your files ${own.join(", ")}`;
      status.textContent = `The link cannot include ${files}. Save a recording instead.`;
      if (!dialog.open) dialog.showModal();
      return;
    }
    let url: string;
    try {
      url = urlWith(await encodeHash(calls.scene()));
    } catch {
      field.hidden = true;
      scene.hidden = false;
      status.textContent = "This browser cannot create a link. Save the scene instead.";
      if (!dialog.open) dialog.showModal();
      return;
    }
    field.value = url;
    const isCopied = await tryCopy(url);
    const isLong = url.length > LONG;
    scene.hidden = !isLong;
    status.textContent = [
      isCopied
        ? `Link copied. It holds the whole scene with its settings, in ${url.length} characters.`
        : `Copy this link. It holds the whole scene with its settings, in ${url.length} characters.`,
      "It does not include the run since the start: save a recording for that.",
      isLong ? "Some programs truncate links this long: a file is safer." : "",
    ].join(" ");
    if (!dialog.open) dialog.showModal();
    field.focus();
  };
  const title = "Copies a link to this scene";
  container.append(button({ title, text: "Share", icon: SHARE, call: () => void share() }));
}

/** Returns the URL of this page with another hash, without the query. */
function urlWith(hash: string): string {
  const { origin, pathname, protocol } = location;
  return `${protocol === "file:" ? "file://" : origin}${pathname}${hash}`;
}

/** Copies text. Returns false if the browser refuses. */
async function tryCopy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
