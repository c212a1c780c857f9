import { z } from "#app/domain/core/zod.ts";

export const taskId = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: "The task's id, from another tool's answer." });

export const listName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .meta({ description: "The list's name or id." });
