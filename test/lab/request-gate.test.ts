import { expect, test } from "vitest";
import { RequestGate } from "../../lab/src/shell/request-gate.js";

test("of all wishes that come while a request is under way, one more is made", () => {
  let asked = 0;
  const requests = new RequestGate(() => asked++);
  requests.want();
  requests.want();
  requests.want();
  expect([asked, requests.isUnderWay]).toEqual([1, true]);
  requests.answered();
  expect([asked, requests.isUnderWay]).toEqual([2, true]);
  requests.answered();
  expect([asked, requests.isUnderWay]).toEqual([2, false]);
  requests.want();
  expect(asked).toBe(3);
});
