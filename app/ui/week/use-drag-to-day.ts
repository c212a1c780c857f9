import { useFetcher } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { failureToast, type Toast } from "../live/toast.tsx";
import { watchDrags } from "../dragging/watch-drags.ts";

interface Answer {
  /** Somebody else has changed the task since. */
  news?: { deleted: string | null; changed: string | null } | null;
}

interface DragToDay {
  /** The element with the tasks and the days. */
  root: RefObject<HTMLDivElement>;
  /** The task that is on its way. */
  movingId: string | undefined;
  failure: Toast | undefined;
}

/** Sends the form of the date's page for a task that was dropped on a day. */
export function useDragToDay(page: string): DragToDay {
  const root = useRef<HTMLDivElement>(null);
  const { submit, state, formAction, data } = useFetcher<Answer>();

  useEffect(() => {
    const shown = root.current;
    if (!shown) return;
    return watchDrags(shown, {
      landingAt: (under, source) => {
        const day = under.closest<HTMLElement>("[data-drop]");
        return day?.dataset.drop === source.dataset.seen?.slice(0, 10) ? null : day;
      },
      describe: ({ dataset: day }) => day.name ?? "",
      onDrop: (task, day) =>
        submit(
          { ...dateOf(task, day), redirectTo: page },
          { method: "post", action: `/tasks/${task.dataset.drag}/date`, preventScrollReset: true },
        ),
      // The strip of days stays at the top of a phone.
      topEdge: () => shown.querySelector(".week-strip")?.getBoundingClientRect().bottom ?? 0,
    });
  }, [submit, page]);

  const isSending = state !== "idle";
  return {
    root,
    movingId: isSending ? formAction?.split("/")[2] : undefined,
    failure: isSending ? undefined : (failureToast(data) ?? newsToast(data)),
  };
}

/** The fields of the date's page. */
function dateOf({ dataset: task }: HTMLElement, { dataset: day }: HTMLElement) {
  // The wall clock of the task before, empty without a date.
  const seenDue = task.seen ?? "";
  return {
    seenDue,
    date: day.drop ?? "",
    time: seenDue.slice(11) || day.time || "",
    // Nobody has said the time.
    ...(task.timed === undefined && { anyTime: "on" }),
  };
}

function newsToast(answer: Answer | undefined): Toast | undefined {
  const words = answer?.news && (answer.news.deleted ?? answer.news.changed);
  if (!words) return undefined;
  return { id: "changed", kind: "error", title: "Nothing changed", message: `${words}.` };
}
