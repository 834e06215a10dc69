import { expect, test } from "vitest";
import { RequestGate } from "../../lab/src/shell/request-gate.js";

test("requests during a pending request are merged into one", () => {
  let asked = 0;
  const requests = new RequestGate(() => asked++);
  requests.request();
  requests.request();
  requests.request();
  expect([asked, requests.isPending]).toEqual([1, true]);
  requests.respond();
  expect([asked, requests.isPending]).toEqual([2, true]);
  requests.respond();
  expect([asked, requests.isPending]).toEqual([2, false]);
  requests.request();
  expect(asked).toBe(3);
});
