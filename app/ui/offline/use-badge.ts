import { useEffect } from "react";
import { showBadge } from "./badge.ts";
import { useCopiedAt } from "./use-copy.ts";

interface ShownTask {
  isCompleted: boolean;
  due: { day: string | null } | null;
}

/** Shows the number of today's open tasks on the installed app's icon. A copy's "today" may be long ago. */
export function useBadge(tasks: readonly ShownTask[] | undefined): void {
  const isCopy = useCopiedAt() !== undefined;
  const count = tasks?.filter(
    ({ isCompleted, due }) => !isCompleted && due?.day === "Today",
  ).length;
  useEffect(() => {
    if (!isCopy && count !== undefined) showBadge(count);
  }, [isCopy, count]);
}
