import { describe, expect, test } from "vitest";
import { checkScene, SceneError, setField } from "../../src/scene/index.js";

const small = (): { [field: string]: unknown } => ({
  name: "small",
  cloths: [{ mesh: { type: "grid", size: [1, 1], segments: [2, 2] }, tearing: {} }],
});

function lineFor(assignment: string, input: unknown = small()): string {
  try {
    setField(input, assignment);
    checkScene(input);
  } catch (error) {
    expect(error).toBeInstanceOf(SceneError);
    return (error as Error).message;
  }
  return "good";
}

// "00" became an unused property of the list: the run continued as if nothing had been set.
describe("a set value has an effect, or is refused", () => {
  test.each([
    ["cloths.00.tearing.limit=1.2", "--set cloths.00: expected a number from 0 to 0"],
    ["cloths.0.mesh.size.01=3", "--set cloths.0.mesh.size.01: expected a number from 0 to 1"],
    ["cloths.0x0.name=a", "--set cloths.0x0: expected a number from 0 to 0"],
    ["cloths.-0.name=a", "--set cloths.-0: expected a number from 0 to 0"],
    ["cloths.1e0.name=a", "--set cloths.1e0: expected a number from 0 to 0"],
    ["cloths.length=1", "--set cloths.length: expected a number from 0 to 0"],
    ["cloths.__proto__=1", "--set cloths.__proto__: expected another field name"],
    ["__proto__.x=1", "--set __proto__: expected another field name"],
    ["wind..drag=1", "--set wind.: expected another field name"],
    ["name.0=x", "--set name.0: name has no fields"],
    [
      "cloths.0.pins.0.breakForce=1",
      "--set cloths.0.pins.0: cloths.0 has no list pins with an item 0",
    ],
  ])("%s", (assignment, line) => {
    expect(lineFor(assignment)).toBe(line);
  });

  test("an empty list has no index to suggest", () => {
    expect(lineFor("balls.0.mass=1", { ...small(), balls: [] })).toBe(
      "--set balls.0: balls is empty; set the whole list, as in balls=[…]",
    );
  });

  test("if the scene is not an object", () => {
    expect(lineFor("name=x", [])).toBe(
      "--set name: expected a scene that is an object, got a list",
    );
    expect(lineFor("name=x", 3)).toBe(
      "--set name: expected a scene that is an object, got a number",
    );
    expect(lineFor("name=x", null)).toBe(
      "--set name: expected a scene that is an object, got null",
    );
  });
});

// Inherited properties were treated as fields: "it stands in function Object() { [native code] }".
describe("names of inherited properties are names like any other", () => {
  test.each(["constructor", "toString", "hasOwnProperty", "valueOf", "__defineGetter__"])(
    "%s",
    (name) => {
      const expected = /: unknown field, expected one of /;
      expect(lineFor(`cloths.0.tearing.${name}=1`)).toMatch(expected);
      expect(lineFor(`${name}=1`)).toMatch(expected);
      expect(lineFor(`cloths.0.tearing.${name}.${name}=1`)).toMatch(expected);
      expect(lineFor(`cloths.0.mesh.type=${name}`)).toMatch(/^cloths\.0\.mesh\.type: expected /);
      expect(lineFor(`cloths.0.material={"preset":"${name}"}`)).toMatch(/preset: expected "paper"/);
    },
  );

  test("__proto__ in a file is refused, not ignored", () => {
    const input: unknown = JSON.parse(
      '{"name":"x","__proto__":{"gravity":[0,0,0]},"cloths":[{"mesh":{"type":"grid","size":[1,1],"segments":[2,2]}}]}',
    );
    expect(() => checkScene(input)).toThrow("__proto__: expected another field name");
    expect(() => checkScene({ ...small(), wind: JSON.parse('{"__proto__":1}') as object })).toThrow(
      "wind.__proto__: expected another field name",
    );
  });
});
