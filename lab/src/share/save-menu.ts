import { button } from "../controls/buttons.js";
import { attachKeys } from "../controls/keys.js";
import { paragraph, smallDialog } from "./dialogs.js";
import { videoUnsupportedReason } from "./video.js";

const SAVE = `<path d="M12 4v11M7.500 10.500 12 15l4.500-4.500M5 19h14" />`;

export interface SaveCalls {
  picture: () => void;
  /** Begins a film, or ends it. */
  film: () => void;
  obj: () => void;
  scene: () => void;
  recording: () => void;
  open: (file: File) => void;
  /** The files of the user that the scene needs. */
  ownFiles: () => Promise<readonly string[]>;
  isFilming: () => boolean;
}

/** The button that saves what is there, in all kinds of files (key e). */
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
  entry("Picture (PNG)", "What you see now, without the controls.", calls.picture);
  const film = entry("Film (WebM)", "", calls.film);
  entry(
    "Cloth (OBJ)",
    "The cloth as it lies now, torn as it is, for other 3D programs.",
    calls.obj,
  );
  const scene = entry("Scene (JSON)", "", calls.scene);
  entry(
    "Recording (.tatter)",
    "The whole run with all that you did, and all files. It opens here, and with “tatter replay”, to the same bits.",
    calls.recording,
  );
  const files = document.createElement("input");
  Object.assign(files, { type: "file", accept: ".tatter", hidden: true });
  files.addEventListener("change", () => {
    const file = files.files?.[0];
    files.value = "";
    if (file !== undefined) calls.open(file);
  });
  entry("Open recording…", "Shows a run that was saved, from its start.", () => files.click());
  const note = paragraph("note");
  body.append(note, files);

  const show = async (): Promise<void> => {
    const own = await calls.ownFiles().catch(() => []); // then nobody can tell
    note.hidden = own.length === 0;
    note.textContent =
      `This scene uses your own files (${own.join(", ")}): save the recording, which holds them. ` +
      "The scene file only names them.";
    tell(scene, "The scene with all that the panel says; “tatter run” runs it.");
    const why = videoUnsupportedReason();
    film.disabled = why !== null;
    film.querySelector("span")!.textContent = calls.isFilming() ? "Stop film" : "Film (WebM)";
    tell(
      film,
      why ??
        (calls.isFilming()
          ? "Ends the film and saves it."
          : "What you see from now on, until you stop it."),
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

function tell(entry: HTMLButtonElement, what: string): void {
  entry.title = what;
  entry.querySelector("small")!.textContent = what;
}
