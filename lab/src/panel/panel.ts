import { MODELS, SOLVERS } from "tatter";
import type { BladeApi, ListInputBindingApi } from "@tweakpane/core";
import { Pane, type FolderApi } from "tweakpane";
import { followFolds, keepFocus, nameControls } from "./accessibility.js";
import { AutomaticChoices, type ChosenStats } from "./automatic-choices.js";
import { MaterialControls } from "./material-controls.js";
import { addMesh } from "./mesh-controls.js";
import { listOf, Rows } from "./rows.js";
import { attachKeys } from "../controls/keys.js";
import { addSolverControls } from "./solver-controls.js";
import {
  addCriterion,
  addLimitFrom,
  addPath,
  addTearing,
  addStrengthVariation,
} from "./tearing-controls.js";
import type { Settings } from "./settings.js";
import { isLimitNeeded, OFF } from "./tearing-settings.js";
import { addAir, addWorld } from "./world-controls.js";

/** On narrower pages most folders start closed, px. */
const SMALL_PAGE = 700;

export interface PanelCalls {
  /** The cloth must be rebuilt. */
  load: () => void;
  /** A scene was chosen, with its own settings. */
  choose: () => void;
  /** The running cloth takes over changed settings. */
  change: () => void;
  /** Reset the view. */
  view: () => void;
}

export interface Panel {
  /** Shows settings that were changed elsewhere. */
  refresh(): void;
  /** Shows a changed wind, without rebuilding sliders that may be in use. */
  refreshAir(): void;
  /** Updates the scene menu. Call `refresh` afterwards. */
  showScenes(names: readonly string[]): void;
  /** Shows what the solver has chosen automatically. */
  showAutomatic(stats: ChosenStats): void;
}

/** Builds the settings panel. Only controls that apply to the current choices are shown. */
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

  /** Controls that depend on the scene, the model and the solver. */
  let dynamicRows: BladeApi[] = [];
  const changeCalls = { changed: calls.change, rebuild: calls.load };
  const refresh = (isSameRun = false): void => {
    keepFocus(container, () => {
      for (const row of dynamicRows) rows.remove(row);
      dynamicRows = [
        ...addMesh(rows, scene!, settings, {
          showCloth: () => refresh(true),
          rebuildCloth: calls.load,
          rebuildAll: rebuild,
        }),
        ...automatic.addSubsteps(),
        ...addSolverControls(rows, solver!, settings, changeCalls),
        ...addTearing(rows, tearing!, settings, changeTearing),
        ...addStrengthVariation(rows, tearing!, settings, calls.load),
      ];
      nameControls(container);
    });
    automatic.show(isSameRun ? automatic.latest : null); // null: until the next cloth arrives
    path.hidden = settings.criterion === OFF;
    limitFrom.hidden = settings.criterion === OFF || isLimitNeeded(settings);
    showThickness();
    material.refresh();
    rows.follow(() => pane.refresh());
    nameControls(container);
  };
  const changeAndRefresh = (): void => {
    refresh();
    calls.change();
  };
  const changeTearing = (): void => {
    material.refresh(); // it shows a note about the threshold
    calls.change();
  };
  const rebuild = (): void => {
    refresh();
    calls.load();
  };

  const sceneRow = { ...SCENE_ROW, options: listOf(scenes) };
  const sceneMenu = rows.choice(scene!, "scene", sceneRow, calls.choose);
  rows.choice(cloth!, "model", MODEL_ROW, rebuild);
  const material = new MaterialControls(cloth!, settings, (followsMaterial) =>
    followsMaterial ? changeAndRefresh() : calls.change(),
  );
  rows.choice(solver!, "solver", SOLVER_ROW, rebuild);
  const automatic = new AutomaticChoices(solver!, settings);
  addCriterion(rows, tearing!, changeAndRefresh);
  const path = addPath(rows, tearing!, changeAndRefresh);
  const limitFrom = addLimitFrom(rows, tearing!, changeAndRefresh);
  addAir(rows, air!, calls.change);
  const showThickness = addWorld(rows, world!, settings, changeCalls);
  refresh();
  followFolds(container);
  addButtons(scene!, calls);
  return {
    showScenes(names) {
      const menu = sceneMenu as ListInputBindingApi<string>;
      if (names.length !== menu.options.length) menu.options = listOf(names);
    },
    refresh: () => refresh(),
    refreshAir: () => rows.showNumbers(),
    showAutomatic: (stats) => automatic.show(stats),
  };
}

const SCENE_ROW = {
  label: "Scene",
  title: "Cloth, pins and objects. Restarts the simulation.",
};
const MODEL_ROW = {
  label: "Model",
  title:
    "Elastic model: springs, springs with bending angles, or triangles (baraff-witkin, membrane). Restarts the simulation.",
  options: listOf(MODELS),
};
const SOLVER_ROW = {
  label: "Type",
  title:
    "xpbd is fast and stable, but softer than the material. auto chooses the most accurate solver within the budget. Restarts the simulation.",
  options: listOf(SOLVERS),
};

function addButtons(folder: FolderApi, { choose, view }: PanelCalls): void {
  addButton(
    folder,
    "Reset settings",
    "Restores the settings of the scene. Restarts the simulation.",
    choose,
  );
  addButton(folder, "Reset view (v)", "Moves the camera back to its initial position (v).", view);
  attachKeys({ v: view });
}

function addButton(folder: FolderApi, title: string, what: string, call: () => void): void {
  const control = folder.addButton({ title }).on("click", call);
  control.element.querySelector("button")!.title = what;
}
