import { MODELS, SOLVERS } from "tatter";
import type { BindingApi } from "@tweakpane/core";
import { Pane, type FolderApi } from "tweakpane";
import { ChoiceNote } from "./choice-note.js";
import { MaterialControls } from "./material-controls.js";
import type { Figures } from "../simulation/messages.js";
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

const RESOLUTIONS = [16, 24, 32, 40, 48, 64];
/** A page narrower than this has no room for all controls at once, pixels. */
const SMALL_PAGE = 700;

export interface PanelCalls {
  /** The cloth has to be made anew. */
  load: () => void;
  /** A scene was chosen, with its own settings. */
  choose: () => void;
  /** The cloth goes on with other figures. */
  change: () => void;
  /** The picture shows something else of the same cloth. */
  redraw: () => void;
  /** The colours of strength come or go. */
  showStrength: () => void;
  /** Back to the first view. */
  view: () => void;
}

export interface Panel {
  /** The settings have been changed from outside. */
  refresh(): void;
  /** What the solver found by itself; null: not known, as what moves is not what the panel says. */
  showFindings(figures: Pick<Figures, "substeps" | "choice"> | null): void;
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
  const [solver, tearing, air] = ["Solver", "Tearing", "Air"].map((title) =>
    pane.addFolder({ title, expanded: !isSmall }),
  );

  let isRefreshing = false; // then the controls follow the settings, and nobody has changed anything
  const onChange = (binding: BindingApi, call: () => void): BindingApi =>
    binding.on("change", () => {
      if (!isRefreshing) call();
    });

  const criterion = addCriterion(tearing!, settings);
  const path = addPath(tearing!, settings);
  const limitFrom = addLimitFrom(tearing!, settings);
  const choiceNote = new ChoiceNote(solver!);

  let names: readonly string[] = [];
  let sceneMenu: BindingApi | null = null;
  /** What was opened from elsewhere comes into the menu. */
  const showScenes = (): void => {
    if (names.includes(settings.source.name)) return;
    names = [...new Set([...scenes, settings.source.name])];
    sceneMenu?.dispose();
    sceneMenu = scene!.addBinding(settings, "scene", { options: listOf(names), index: 0 });
    onChange(sceneMenu, calls.choose);
  };

  /** Controls that come and go with the scene, the model and the solver. */
  let passing: BindingApi[] = [];
  const automatic = { substeps: "auto" };
  const addOwnControls = (): BindingApi[] => {
    const { live, anew } = addSolverControls(solver!, settings);
    for (const control of live) onChange(control, calls.change);
    for (const control of anew) onChange(control, calls.load);
    return [...live, ...anew];
  };
  const refresh = (): void => {
    for (const binding of passing) binding.dispose();
    showScenes();
    choiceNote.show(null); // until the next cloth is there
    automatic.substeps = substepsWords(settings, 0);
    passing = [
      ...addResolution(scene!, settings).map((control) => onChange(control, calls.load)),
      ...(settings.solver === "xpbd"
        ? []
        : [solver!.addBinding(automatic, "substeps", { readonly: true, interval: 200 })]),
      ...addOwnControls(),
      ...addTearing(tearing!, settings).map((control) => onChange(control, changeTearing)),
      ...(settings.criterion === OFF
        ? []
        : [onChange(addUnevenness(tearing!, settings), calls.load)]),
    ];
    path.hidden = settings.criterion === OFF;
    limitFrom.hidden = settings.criterion === OFF || isLimitNeeded(settings);
    material.refresh();
    isRefreshing = true;
    pane.refresh();
    isRefreshing = false;
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

  onChange(cloth!.addBinding(settings, "model", { options: listOf(MODELS) }), makeAnew);
  const material = new MaterialControls(cloth!, settings, (tearsOtherwise) =>
    tearsOtherwise ? changeAndRefresh() : calls.change(),
  );
  onChange(
    solver!.addBinding(settings, "solver", { label: "type", options: listOf(SOLVERS) }),
    makeAnew,
  );
  for (const control of [criterion, path, limitFrom]) onChange(control, changeAndRefresh);
  onChange(tearing!.addBinding(settings, "showWeak", { label: "show weak points" }), calls.redraw);
  const strength = tearing!.addBinding(settings, "showStrength", { label: "show strength" });
  onChange(strength, calls.showStrength);
  for (const control of addAir(air!, settings)) onChange(control, calls.change);
  refresh();
  scene!.addButton({ title: "Scene's own settings" }).on("click", () => calls.choose());
  scene!.addButton({ title: "First view (v)" }).on("click", () => calls.view());
  attachKeys({ v: calls.view });
  return {
    refresh,
    showFindings(figures) {
      automatic.substeps = substepsWords(settings, figures?.substeps ?? 0);
      choiceNote.show(settings.solver === "auto" ? (figures?.choice ?? null) : null);
    },
  };
}

function addResolution(folder: FolderApi, settings: Settings): BindingApi[] {
  const own = settings.resolution;
  if (own === null) return []; // a mesh from a file is as it is
  const choices = [...new Set([...RESOLUTIONS.filter((n) => n <= settings.finest), own])];
  const options = listOf(choices.toSorted((a, b) => a - b));
  const label = "resolution, cells";
  return [folder.addBinding(settings, "resolution", { label, options, index: 1 })];
}

function addAir(folder: FolderApi, settings: Settings): BindingApi[] {
  return [
    folder.addBinding(settings, "wind", { label: "wind, m/s", min: 0, max: 12, step: 0.1 }),
    folder.addBinding(settings, "gusts", { label: "gusts, × wind", min: 0, max: 1, step: 0.05 }),
    folder.addBinding(settings, "turbulence", {
      label: "turbulence, m/s",
      min: 0,
      max: 6,
      step: 0.1,
    }),
  ];
}

function listOf<T extends string | number>(values: readonly T[]): { text: string; value: T }[] {
  return values.map((value) => ({ text: String(value), value }));
}
