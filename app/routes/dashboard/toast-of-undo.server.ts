import type { TakenBackLast } from "#app/domain/pages/undo-last.server.ts";
import { type Toast, toast } from "#app/server/toast.server.ts";

export function toastOfUndo({ titles, kept }: TakenBackLast): Toast {
  const [title] = titles;
  if (title === undefined)
    return toast("error", "Nothing changed", {
      message: kept?.words ?? "There's nothing to take back.",
      taskTitle: kept?.title,
    });
  return titles.length === 1
    ? toast("success", "Taken back", { taskTitle: title, message: kept?.words })
    : toast("success", `${titles.length} tasks taken back`, { message: kept?.words });
}
