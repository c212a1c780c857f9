import type { TakenBackLast } from "#app/domain/pages/undo-last.server.ts";
import { type Toast, toast } from "#app/server/toast.server.ts";

export function toastOfUndo({ count, title, kept }: TakenBackLast): Toast {
  if (count === 0)
    return toast("error", "Nothing changed", {
      message: kept?.words ?? "There's nothing to take back.",
      taskTitle: kept?.title,
    });
  return count === 1
    ? toast("success", "Taken back", { taskTitle: title, message: kept?.words })
    : toast("success", `${count} tasks taken back`, { message: kept?.words });
}
