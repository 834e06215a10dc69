import { expect, test } from "vitest";
import { checkScene, readSceneText, setField } from "../../src/scene/index.js";

const MESH = '{"type":"grid","size":[1,1],"segments":[2,2]}';
const text = (more: string): string => `{"name":"x","cloths":[{"mesh":${MESH}}]${more}}`;

function errorOf(more: string, ...assignments: string[]): string {
  const input = readSceneText(text(more));
  for (const assignment of assignments) setField(input, assignment);
  try {
    checkScene(input);
  } catch (error) {
    return (error as Error).message;
  }
  return "good";
}

// JSON reads 1e999 as Infinity and writes that as null: "expected a number, got null", although there was no null.
test("a number that is too large is reported as Infinity", () => {
  expect(errorOf("", "gravity=1e999")).toMatch(/^gravity: .*got Infinity$/);
  expect(errorOf("", "gravity=[0,-1e999,0]")).toBe(
    "gravity.1: expected a finite number, got -Infinity",
  );
  expect(errorOf(',"frameRate":1e999')).toBe("frameRate: expected a finite number, got Infinity");
  expect(errorOf(',"seed":1e999')).toMatch(/^seed: .*got Infinity$/);
  expect(errorOf("", "wind=[1e999,null,-1e999]")).toMatch(/got \[Infinity,null,-Infinity\]$/);
  expect(errorOf("", 'name={"a":1e999}')).toBe('name: expected a string, got {"a":Infinity}');
});

test("NaN, which only a program can pass, too", () => {
  expect(() => checkScene({ ...JSON.parse(text("")), frameRate: NaN })).toThrow(
    "frameRate: expected a finite number, got NaN",
  );
});
