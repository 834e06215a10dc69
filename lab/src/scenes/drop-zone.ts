const WORDS =
  "Drop it here: a scene (JSON, with the files it names), a mesh (OBJ), a picture or a video for the cloth, or a recording";

/**
 * Files that are dropped anywhere on the page, and a sheet over it that says what can be dropped.
 *
 * @param failed Called where they cannot be read.
 */
export function attachDrops(open: (files: File[]) => void, failed: () => void): void {
  const sheet = document.createElement("div");
  sheet.id = "drop-sheet";
  sheet.popover = "manual"; // over an open dialog too
  sheet.hidden = true; // also where browsers know no popovers
  const words = document.createElement("p");
  words.textContent = WORDS;
  sheet.append(words);
  document.body.append(sheet);
  const show = (isShown: boolean): void => {
    sheet.hidden = !isShown;
    sheet.togglePopover?.(isShown);
  };

  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault(); // or else the browser would open the file and leave the page
    event.dataTransfer!.dropEffect = "copy";
    show(true);
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) show(false); // off the page
  });
  addEventListener("drop", (event) => {
    show(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    closeDialogs(); // what comes of the files, a message too, would be hidden behind them
    droppedFiles(event.dataTransfer!).then(open, failed);
  });
}

function closeDialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog:modal")) dialog.close();
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}

/** Those in dropped folders too. */
async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Both have to be asked at once: after the first wait the drop is over.
  const plain = [...transfer.files];
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (!entries.some((entry) => entry?.isDirectory)) return plain;
  const found = await Promise.all(entries.filter((entry) => entry !== null).map(filesIn));
  return found.flat();
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    return [await new Promise<File>((...ends) => (entry as FileSystemFileEntry).file(...ends))];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: File[] = [];
  for (;;) {
    // A part of the folder at a time.
    const part = await new Promise<FileSystemEntry[]>((...ends) => reader.readEntries(...ends));
    if (part.length === 0) return files;
    for (const inside of part) files.push(...(await filesIn(inside)));
  }
}
