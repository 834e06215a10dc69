import { MODELS, SOLVERS } from "tatter";
import type { BladeApi, ListInputBindingApi } from "@tweakpane/core";
import { Pane, type FolderApi } from "tweakpane";
import { followFolds, keepFocus, nameControls } from "./accessibility.js";
import { ChoiceNote } from "./choice-note.js";
import { MaterialControls } from "./material-controls.js";
import { addMesh } from "./mesh-controls.js";
import { listOf, Rows } from "./rows.js";
import type { Stats } from "../simulation/messages.js";
import { attachKeys } from "../controls/keys.js";
import { addSolverControls } from "./solver-controls.js";
import {
  addCriterion,
  addLimitFrom,
  addPath,
  addTearing,
  addUnevenness,
} from "./tearing-controls.js";
import { substepsWords, type Settings } from "./settings.js";
import { isLimitNeeded, OFF } from "./tearing-settings.js";
import { addAir, addWorld } from "./world-controls.js";

/** A page narrower than this has no room for all controls at once, pixels. */
const SMALL_PAGE = 700;

export interface PanelCalls {
  /** The cloth has to be made anew. */
  load: () => void;
  /** A scene was chosen, with its own settings. */
  choose: () => void;
  /** The cloth goes on with other figures. */
  change: () => void;
  /** Back to the first view. */
  view: () => void;
}

export interface Panel {
  /** The settings have been changed from outside. */
  refresh(): void;
  /** So has the wind alone, and somebody may hold it. */
  refreshAir(): void;
  /** The menu has other scenes; `refresh` comes after it. */
  showScenes(names: readonly string[]): void;
  /** What the solver found by itself; null: not known, as what moves is not what the panel says. */
  showFindings(figures: Pick<Stats, "substeps" | "choice"> | null): void;
}

/** The panel: what the cloth is, what moves it, and the buttons. Only what the present choice makes use of is there. */
export function buildPanel(
  container: HTMLElement,
  settings: Settings,
  scenes: readonly string[],
  calls: PanelCalls,
): Panel {
  const isSmall = innerWidth <= SMALL_PAGE;
  const pane = new Pane({ container, title: "Settings", expanded: !isSmall });
  const [scene, cloth] = ["Scene", "Cloth"].map((title) => pane.addFolder({ title }));
  const [solver, tearing, air, world] = ["Solver", "Tearing", "Air", "World"].map((title) =>
    pane.addFolder({ title, expanded: !isSmall }),
  );
  const rows = new Rows(settings);

  /** Controls that come and go with the scene, the model and the solver. */
  let passing: BladeApi[] = [];
  const automatic = { substeps: "auto" };
  const refresh = (): void => {
    keepFocus(container, () => {
      for (const row of passing) rows.remove(row);
      passing = [
        ...addMesh(rows, scene!, settings, calls.load, () => queueMicrotask(makeAnew)), // not while it tells of it
        ...(settings.solver === "xpbd" ? [] : [addFoundSubsteps(solver!, automatic)]),
        ...addSolverControls(rows, solver!, settings, { changed: calls.change, anew: calls.load }),
        ...addTearing(rows, tearing!, settings, changeTearing),
        ...addUnevenness(rows, tearing!, settings, calls.load),
      ];
      nameControls(container);
    });
    choiceNote.show(null); // until the next cloth is there
    automatic.substeps = substepsWords(settings, 0);
    path.hidden = settings.criterion === OFF;
    limitFrom.hidden = settings.criterion === OFF || isLimitNeeded(settings);
    material.refresh();
    rows.follow(() => pane.refresh());
    nameControls(container);
  };
  const changeAndRefresh = (): void => {
    refresh();
    calls.change();
  };
  const changeTearing = (): void => {
    material.refresh(); // which tells of the limit
    calls.change();
  };
  const makeAnew = (): void => {
    refresh();
    calls.load();
  };

  const sceneLook = { ...SCENE_LOOK, options: listOf(scenes) };
  const sceneMenu = rows.choice(scene!, "scene", sceneLook, calls.choose);
  rows.choice(cloth!, "model", MODEL_LOOK, makeAnew);
  const material = new MaterialControls(cloth!, settings, (tearsOtherwise) =>
    tearsOtherwise ? changeAndRefresh() : calls.change(),
  );
  rows.choice(solver!, "solver", SOLVER_LOOK, makeAnew);
  const choiceNote = new ChoiceNote(solver!);
  addCriterion(rows, tearing!, changeAndRefresh);
  const path = addPath(rows, tearing!, changeAndRefresh);
  const limitFrom = addLimitFrom(rows, tearing!, changeAndRefresh);
  addAir(rows, air!, calls.change);
  addWorld(rows, world!, { changed: calls.change, anew: calls.load });
  refresh();
  followFolds(container);
  addButtons(scene!, calls);
  return {
    showScenes(names) {
      const menu = sceneMenu as ListInputBindingApi<string>;
      if (names.length !== menu.options.length) menu.options = listOf(names);
    },
    refresh,
    refreshAir: () => rows.showNumbers(),
    showFindings(figures) {
      automatic.substeps = substepsWords(settings, figures?.substeps ?? 0);
      choiceNote.show(settings.solver === "auto" ? (figures?.choice ?? null) : null);
    },
  };
}

const SCENE_LOOK = {
  label: "scene",
  title: "What there is: a cloth, how it hangs, and the things around it. Starts anew.",
};
const MODEL_LOOK = {
  label: "model",
  title:
    "What resists stretching and bending: springs along the edges, springs and angles, or whole triangles (baraff-witkin, membrane), which are truer to the material. Starts the cloth anew.",
  options: listOf(MODELS),
};
const SOLVER_LOOK = {
  label: "type",
  title:
    "What moves the cloth. xpbd: quick and never unstable, but softer than the material says. implicit: true forces in long substeps. The others: true forces in many short substeps. auto: the truest that is quick enough. Starts the cloth anew.",
  options: listOf(SOLVERS),
};

/** What a solver found by itself. */
function addFoundSubsteps(folder: FolderApi, found: { substeps: string }): BladeApi {
  const control = folder.addBinding(found, "substeps", { readonly: true, interval: 200 });
  control.element.title =
    "How many parts each time step is divided into: this solver finds as many as it needs.";
  return control;
}

function addButtons(folder: FolderApi, { choose, view }: PanelCalls): void {
  addButton(folder, "Scene's own settings", "Takes back all that was changed here.", choose);
  addButton(folder, "First view (v)", "Looks at the cloth as at first (v).", view);
  attachKeys({ v: view });
}

function addButton(folder: FolderApi, title: string, what: string, call: () => void): void {
  const control = folder.addButton({ title }).on("click", call);
  control.element.querySelector("button")!.title = what;
}
