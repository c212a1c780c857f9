import type { Page } from "@playwright/test";
import type { Mila } from "../mila.ts";
import type { Visitor } from "../visitor.ts";

export interface Scene {
  page: Page;
  visit: (path: string) => Promise<void>;
  family: Visitor & { email: string };
  mila: Mila;
}

export interface PageState {
  title: string;
  status?: number;
  isSignedIn: boolean;
  open: (scene: Scene) => Promise<unknown>;
}

export const visitor = { isSignedIn: false };
export const member = { isSignedIn: true };

/** Repeated, it fits on no line. */
export const longText = "Remember to bring everything that the school asked for in the letter of last week: ";
