import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from "@remix-run/node";
import {
  type ClientLoaderFunctionArgs,
  Form,
  useActionData,
  useLoaderData,
  useLocation,
} from "@remix-run/react";
import { useState } from "react";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import { findListed } from "#app/domain/pages/add-listed.server.ts";
import { findReminderOffers } from "#app/domain/reminders/lists/reminder-choices.server.ts";
import {
  draftTasks,
  saveDrafts,
  withChoice,
  withoutDate,
} from "#app/domain/tasks/adding/confirm.server.ts";
import { keepReadings } from "#app/domain/tasks/adding/keep-readings.server.ts";
import { skippedTimeError } from "#app/domain/tasks/due/due.server.ts";
import {
  addTaskInput,
  chooseInput,
  clearDateInput,
  confirmInput,
  isWanted,
  keptDraftFields,
  keptDrafts,
  type TypedDraft,
} from "#app/domain/tasks/input.ts";
import { pageForShared, sharedText } from "#app/domain/tasks/offline/shared-input.ts";
import { saysNothingToDo } from "#app/domain/understanding/message/says-nothing.ts";
import { giveBackTyped, readForm } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { SharedForm } from "#app/ui/add-task/shared-form.tsx";
import { notHeard } from "#app/ui/add-task/voice/failures.ts";
import { ConfirmForm } from "#app/ui/confirm/confirm-form.tsx";
import { ReadAloud, spokenDrafts } from "#app/ui/confirm/read-aloud.tsx";
import { failureToast, type Toast, Toasts } from "#app/ui/live/toast.tsx";
import { createClientAction, isDeliberateResponse } from "#app/ui/saving/client-action.ts";
import { PageForm, PageLink } from "#app/ui/shell/page-form.tsx";
import { FormPage, LeaveLink } from "#app/ui/shell/form-page.tsx";
import { database } from "#db/connection.server.ts";
import { describeTooEarly } from "./repeat/words.server.ts";
import { findUnclearAssignees } from "./unclear-assignee.server.ts";

export { shouldRevalidateDrafts as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Is this right? · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const text = sharedText(new URL(args.request.url).searchParams);
  const as = new URL(args.request.url).searchParams.get("as") ?? undefined;
  const input = addTaskInput.safeParse({ text, as });
  if (pageForShared(text) === "/mail") return { long: text };
  if (!input.success) throw redirect(`/dashboard?${new URLSearchParams({ text })}`);
  const isEmpty = saysNothingToDo(input.data.text, nowIso(), viewer.timeZone);
  if (isEmpty && new URL(args.request.url).searchParams.has("spoken")) {
    throw await redirectWithToast(
      "/dashboard",
      toast("error", notHeard.title, { message: notHeard.message }),
    );
  }
  const listed = input.data.as ? null : await findListed(database(), viewer, input.data.text);
  if (listed) return { ...listed, text: input.data.text, requestId: newId() };
  args.context.endRendering();
  const read = await draftTasks(database(), viewer, input.data.text, args.context.logInfo);
  if (isEmpty) for (const draft of read.drafts) draft.title = "";
  const kept = await giveBackTyped(viewer, args.request, keptDrafts);
  const isKept = kept?.drafts.length === read.drafts.length;
  return {
    text: input.data.text,
    requestId: newId(),
    isEmpty,
    ...read,
    ...(isKept && { drafts: kept.drafts }),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { pathname, search } = new URL(args.request.url);
  const viewer = await requireViewer(args, {
    returnTo: pathname + search,
    keepFields: keptDraftFields,
  });
  const submission = await readForm(args.request, confirmInput);
  const clearDate = clearDateInput.safeParse(submission.payload);
  if (clearDate.success) return data({ submission: null, drafts: withoutDate(clearDate.data) });
  const choice = chooseInput.safeParse(submission.payload);
  if (choice.success) return data({ submission: null, drafts: withChoice(choice.data) });
  if (submission.status !== "success")
    return data({ submission: submission.reply(), drafts: null }, { status: 400 });
  const skipped = submission.value.drafts.flatMap(({ dueDate }, index) => {
    const error = skippedTimeError(dueDate, viewer.timeZone);
    return error ? [{ [`drafts[${index}].dueDate`]: [error] }] : [];
  });
  const names = submission.value.drafts.map(({ assignee }) => assignee);
  const unclear = [...(await findUnclearAssignees(viewer, names))].map(([index, words]) => ({
    [`drafts[${index}].assignee`]: [words],
  }));
  if (skipped.length + unclear.length > 0) {
    const refused = submission.reply({ fieldErrors: Object.assign({}, ...skipped, ...unclear) });
    return data({ submission: refused, drafts: null }, { status: 400 });
  }
  const drafts = submission.value.drafts.filter(isWanted);
  const taskIds = await saveDrafts(database(), viewer, { ...submission.value, drafts });
  if ("refused" in taskIds) {
    const refused = submission.reply({ fieldErrors: { "drafts[0].title": [taskIds.refused] } });
    return data({ submission: refused, drafts: null }, { status: 429 });
  }
  const [first, ...others] = taskIds;
  const typed = addTaskInput.safeParse({ text: new URLSearchParams(search).get("text") ?? "" });
  if (typed.success) {
    await keepReadings(
      database(),
      viewer,
      { text: typed.data.text, drafts, taskIds },
      args.context.logInfo,
    );
  }
  const next = submission.value.ask ? `/tasks/${first}/delegate` : "/dashboard";
  const reminderOffers =
    first && others.length === 0 ? await findReminderOffers(database(), viewer, first) : [];
  const message = await describeTooEarly(viewer, taskIds);
  return redirectWithToast(
    next,
    toast("success", others.length > 0 ? `Added ${taskIds.length}` : "Task saved!", {
      message,
      taskId: first,
      reminderOffers,
    }),
  );
}

type Loaded = SerializeFrom<typeof loader>;

export const clientLoader = (args: ClientLoaderFunctionArgs) => confirmLoader<Loaded>(args);

export default function Confirm() {
  const page = useLoaderData<typeof clientLoader>();
  const failure = failureToast(page);
  if ("failed" in page) return <NotUnderstood failure={failure} />;
  if (page.long !== undefined) return <TooLong text={page.long} />;
  return "items" in page ? <ForList {...page} /> : <Drafts {...page} />;
}

type Parsed = Exclude<Loaded, { items: string[] } | { long: string }>;
type Listed = Extract<Loaded, { items: string[] }>;

function TooLong({ text }: { text: string }) {
  return (
    <FormPage title="That's a long one">
      <SharedForm text={text} />
    </FormPage>
  );
}

/** The same words, typed on the dashboard, go on the list at once. */
function ForList({ text, requestId, list, items }: Listed) {
  return (
    <FormPage title={`Add to ${list.name}?`}>
      <p className="subject" dir="auto">
        {text}
      </p>
      <ul className="answer-items">
        {items.map((item) => (
          <li key={item} dir="auto">
            {item}
          </li>
        ))}
      </ul>
      <PageForm action="/dashboard" className="mt-4">
        <input type="hidden" name="text" value={text} />
        <input type="hidden" name="requestId" value={requestId} />
        <div className="button-row">
          <LeaveLink>Cancel</LeaveLink>
          <button type="submit" className="button-primary">
            Add to {list.name}
          </button>
        </div>
      </PageForm>
      <PageLink
        className="text-link"
        to={`/tasks/confirm?${new URLSearchParams({ text, as: "task" })}`}
      >
        Make it a task instead
      </PageLink>
    </FormPage>
  );
}

function Drafts({
  text,
  by,
  requestId,
  isEmpty,
  people,
  dueWords,
  doubts,
  extras,
  ...parsed
}: Parsed) {
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const drafts: TypedDraft[] = useLatest(answer?.drafts) ?? parsed.drafts;
  const marked = dueWords.flatMap(({ spans }, index) => (drafts[index]?.undatedTitle ? spans : []));
  return (
    <FormPage title={drafts.length > 1 ? `I found ${drafts.length} things` : "Is this right?"}>
      <Toasts toast={failure} />
      <p className="subject mb-0" dir="auto">
        <MarkedText text={text} spans={marked} />
      </p>
      {isEmpty && (
        <p className="notice my-2">
          I can&apos;t find anything to do in that. What do you need? Then I&apos;ll save it.
        </p>
      )}
      <div className="understood-by">
        <p className="hint">{by === "model" ? "Understood by AI" : "Understood without AI"}</p>
        <ReadAloud text={spokenDrafts(drafts, extras)} />
      </div>
      <ConfirmForm
        // Renders a new form after a date was cleared or chosen, keeping what was typed.
        key={drafts
          .map(({ undatedTitle, dueDate, category }) => [undatedTitle, dueDate, category])
          .join()}
        requestId={requestId}
        drafts={drafts}
        people={people}
        dueWords={dueWords}
        doubts={doubts}
        reminders={extras.map(({ reminder }) => reminder)}
        repeatsInWords={extras.map(({ repeats }) => repeats)}
        turnsInWords={extras.map(({ turns }) => turns)}
        lastResult={failure ? undefined : answer?.submission}
      />
    </FormPage>
  );
}

/** Keeps the latest response while the next one loads. */
function useLatest<Value>(value: Value | null | undefined): Value | null | undefined {
  const [latest, setLatest] = useState(value);
  if (!value || value === latest) return latest;
  setLatest(value);
  return value;
}

interface Span {
  start: number;
  end: number;
}

/** Spans may overlap. */
function MarkedText({ text, spans }: { text: string; spans: Span[] }) {
  const edges = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])];
  const starts = edges.toSorted((a, b) => a - b).slice(0, -1);
  return starts.map((from, index) => {
    const piece = text.slice(from, starts[index + 1]);
    const isMarked = spans.some(({ start, end }) => start <= from && from < end);
    return isMarked ? <mark key={from}>{piece}</mark> : piece;
  });
}

function NotUnderstood({ failure }: { failure?: Toast }) {
  const { search, state } = useLocation();
  const text = new URLSearchParams(search).get("text") ?? "";
  return (
    <FormPage title="Is this right?">
      <Toasts toast={failure} />
      <p className="subject" dir="auto">
        {text}
      </p>
      <Form action="/tasks/confirm" state={state} replace preventScrollReset>
        <input type="hidden" name="text" value={text} />
        <div className="button-row">
          <LeaveLink>Cancel</LeaveLink>
          <button type="submit" className="button-primary">
            Try again
          </button>
        </div>
      </Form>
    </FormPage>
  );
}

/** See the specification, section 8. */
const couldNotParse = {
  failed: {
    title: "Error parsing task",
    message: "Mila can't be reached right now. Your words are still here.",
  },
};

/** Keeps the text on the confirm page when the server is unreachable. */
async function confirmLoader<Read>({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<Read>();
  } catch (thrown) {
    if (isDeliberateResponse(thrown)) throw thrown;
    return couldNotParse;
  }
}
