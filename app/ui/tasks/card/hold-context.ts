import { createContext } from "react";
import type { Toast } from "#app/ui/live/toast.tsx";
import type { Task } from "./task.ts";

/** Shows why a card's change failed, or hides the reason. */
export const FailureContext = createContext<(taskId: string, toast: Toast | undefined) => void>(
  () => undefined,
);

/** Tells screen readers that a change was made. */
export const AnnounceContext = createContext<(task: Task, as: "completed" | "reopened") => void>(
  () => undefined,
);

/** Keeps a card in its place after it was completed or deleted, and moves the focus on. */
export const HoldContext = createContext<(task: Task, as: "completed" | "deleted") => void>(
  () => undefined,
);
