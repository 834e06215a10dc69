import { z } from "zod";

// What fields of a scene are made of.

export const finite = z.number();
export const positive = z.number().positive();
export const notNegative = z.number().nonnegative();
export const vector = z.tuple([finite, finite, finite]);
export const pair = z.tuple([finite, finite]);
export const seed = z.int().min(0).max(4294967295);
