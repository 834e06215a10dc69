const TEXT =
  "Drop here: a scene (JSON, with its files), a mesh (OBJ), an image or a video for the cloth, or a recording (.tatter)";

/**
 * Accepts files that are dropped anywhere on the page. A sheet shows which types are supported.
 *
 * @param failed Called if the files cannot be read.
 */
export function attachDrops(open: (files: File[]) => void, failed: () => void): void {
  const sheet = document.createElement("div");
  sheet.id = "drop-sheet";
  sheet.popover = "manual"; // also above an open dialog
  sheet.hidden = true; // for browsers without popovers
  const text = document.createElement("p");
  text.textContent = TEXT;
  sheet.append(text);
  document.body.append(sheet);
  const show = (isShown: boolean): void => {
    sheet.hidden = !isShown;
    sheet.togglePopover?.(isShown);
  };

  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault(); // otherwise the browser would open the file and leave the page
    event.dataTransfer!.dropEffect = "copy";
    show(true);
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) show(false); // the pointer has left the page
  });
  addEventListener("drop", (event) => {
    show(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    closeDialogs(); // an open dialog would hide the result or the message
    droppedFiles(event.dataTransfer!).then(open, failed);
  });
}

function closeDialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog:modal")) dialog.close();
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}

/** Returns all dropped files, including those in folders. */
async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Read both now: after the first await the drop event is over.
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
    // readEntries returns a batch at a time.
    const part = await new Promise<FileSystemEntry[]>((...ends) => reader.readEntries(...ends));
    if (part.length === 0) return files;
    for (const inside of part) files.push(...(await filesIn(inside)));
  }
}
