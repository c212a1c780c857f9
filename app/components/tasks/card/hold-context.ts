import { createContext } from "react";
import type { Task } from "./task.ts";

/** Keeps a card in its place after it was completed or deleted, and moves the focus on. */
export const HoldContext = createContext<(task: Task, as: "completed" | "deleted") => void>(() => undefined);
