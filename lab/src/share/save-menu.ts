import { button } from "../controls/buttons.js";
import { attachKeys } from "../controls/keys.js";
import { paragraph, smallDialog } from "./dialogs.js";
import { videoUnsupportedReason } from "./video.js";

const SAVE = `<path d="M12 4v11M7.500 10.500 12 15l4.500-4.500M5 19h14" />`;

export interface SaveCalls {
  image: () => void;
  /** Starts or stops a video. */
  video: () => void;
  obj: () => void;
  scene: () => void;
  recording: () => void;
  open: (file: File) => void;
  /** Returns the user files that the scene needs. */
  ownFiles: () => Promise<readonly string[]>;
  isVideoRunning: () => boolean;
}

/** Adds the button and the dialog that save files (key e). */
export function addSaveMenu(container: HTMLElement, calls: SaveCalls): void {
  const { dialog, body } = smallDialog("save", "Save");
  const entry = (text: string, what: string, call: () => void): HTMLButtonElement => {
    const close = (): void => {
      dialog.close();
      call();
    };
    const element = button({ title: what, text, call: close });
    element.append(description(what));
    body.append(element);
    return element;
  };
  entry("Image (PNG)", "The present image, without the controls.", calls.image);
  const video = entry("Video (WebM)", "", calls.video);
  entry("Cloth (OBJ)", "The cloth in its present shape, for other 3D programs.", calls.obj);
  const scene = entry("Scene (JSON)", "", calls.scene);
  entry(
    "Recording (.tatter)",
    "The whole run with all your input and files, bit-exact. It opens here and with “tatter replay”.",
    calls.recording,
  );
  const files = document.createElement("input");
  Object.assign(files, { type: "file", accept: ".tatter", hidden: true });
  files.addEventListener("change", () => {
    const file = files.files?.[0];
    files.value = "";
    if (file !== undefined) calls.open(file);
  });
  entry("Open recording…", "Opens a saved run from its start.", () => files.click());
  const note = paragraph("note");
  body.append(note, files);

  const show = async (): Promise<void> => {
    const own = await calls.ownFiles().catch(() => []); // unknown
    note.hidden = own.length === 0;
    note.textContent =
      `This scene uses your own files (${own.join(", ")}). Save a recording to include them. ` +
      "A scene file only refers to them.";
    setDescription(scene, "The scene with all settings of the panel, for “tatter run”.");
    const why = videoUnsupportedReason();
    video.disabled = why !== null;
    video.querySelector("span")!.textContent = calls.isVideoRunning()
      ? "Stop video"
      : "Video (WebM)";
    setDescription(
      video,
      why ??
        (calls.isVideoRunning()
          ? "Stops the video and saves it."
          : "Records the image until you stop it."),
    );
    if (!dialog.open) dialog.showModal();
  };
  const open = (): void => void show();
  attachKeys({ e: open });
  container.append(button({ title: "Save or open (e)", text: "Save…", icon: SAVE, call: open }));
}

function description(what: string): HTMLElement {
  const element = document.createElement("small");
  element.textContent = what;
  return element;
}

function setDescription(entry: HTMLButtonElement, what: string): void {
  entry.title = what;
  entry.querySelector("small")!.textContent = what;
}
