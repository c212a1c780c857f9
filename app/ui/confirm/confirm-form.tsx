import { type FieldMetadata, getFormProps, type SubmissionResult } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import { useState } from "react";
import { confirmInput, type TypedDraft } from "#app/domain/tasks/input.ts";
import { reminderPassed } from "../reminders/copy.ts";
import { Chips, NotUnderstoodNote, UnusedNote } from "../tasks/date/chips.tsx";
import { UnreadRepetitionNote } from "../tasks/repeat/unread-repetition-note.tsx";
import { EnterButton } from "../kit/enter-button.tsx";
import { LeaveLink } from "../shell/form-page.tsx";
import { PageForm } from "../shell/page-form.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { TaskFields } from "../tasks/task-fields.tsx";
import { whenBusy } from "#app/ui/kit/when-busy.ts";
import { useZodForm } from "../kit/use-zod-form.ts";

interface ConfirmFormProps {
  requestId: string;
  drafts: TypedDraft[];
  /** The household. */
  people: readonly { id: string; label: string }[];
  /** The words that each draft's date was read from. */
  dueWords: { words: string }[];
  doubts: Doubt[];
  /** When each draft's requested reminder comes: "1 hour before". */
  reminders: string[];
  /** "Every Tuesday", or empty. */
  repeatsInWords: string[];
  /** "Sam and Nora in turns", or empty. */
  turnsInWords: string[];
  lastResult?: SubmissionResult<string[]>;
}

interface Doubt {
  dues: { local: string; label: string }[];
  categories: string[];
  notUnderstood: string;
  hasPassed: boolean;
  missesReminder: boolean;
  due: string;
  /** Why `due` is later than the requested time, or empty. */
  skippedTime: string;
  /** "twice a week", or empty. */
  unreadRepetition: string;
  /** Words that no task has, or empty. */
  unused: string;
}

export function ConfirmForm({
  requestId,
  drafts,
  people,
  dueWords,
  doubts,
  reminders,
  repeatsInWords,
  turnsInWords,
  lastResult,
}: ConfirmFormProps) {
  const navigation = useNavigation();
  const isBusy =
    navigation.state !== "idle" &&
    !["clearDateOf", "choose"].some((name) => navigation.formData?.has(name));
  const [form, fields] = useZodForm({
    id: "confirm-tasks",
    schema: confirmInput,
    defaultValue: { drafts },
    lastResult,
  });
  const list = fields.drafts.getFieldList();
  const [wanted, setWanted] = useState(
    list.filter((draft) => draft.getFieldset().wanted.initialValue === "on").length,
  );
  return (
    <PageForm
      {...getFormProps(form)}
      className="stack"
      onChange={({ currentTarget }) =>
        setWanted(currentTarget.querySelectorAll(".draft-wanted:checked").length)
      }
    >
      <EnterButton />
      <input type="hidden" name="requestId" value={requestId} />
      {list.map((draft, index) => (
        <fieldset key={draft.key} className="card-panel stack min-w-0">
          <legend className={list.length > 1 ? "draft-legend" : "sr-only"}>
            {list.length > 1 ? `Task ${index + 1} of ${list.length}` : "Task"}
          </legend>
          {list.length > 1 && (
            <Wanted name={`drafts[${index}]`} field={draft.getFieldset().wanted} />
          )}
          <ParsedDate
            field={draft.getFieldset().undatedTitle}
            index={index}
            words={dueWords[index]?.words}
          />
          <input
            type="hidden"
            name={draft.getFieldset().usualTime.name}
            value={drafts[index]?.usualTime}
          />
          <OtherReadings index={index} draft={drafts[index]} doubt={doubts[index]} />
          <TaskFields fields={draft.getFieldset()} timeZone={null} people={people} />
          <RequestedReminder
            field={draft.getFieldset().minutesBefore}
            lead={drafts[index]?.minutesBefore}
            label={reminders[index]}
          />
          <SaidBox
            name={`drafts[${index}].repeats`}
            label="Repeats"
            value={drafts[index]?.repeats}
            words={repeatsInWords[index]}
          />
          <SaidBox
            name={`drafts[${index}].turns`}
            label="Who does it"
            value={drafts[index]?.turns}
            words={turnsInWords[index]}
          />
        </fieldset>
      ))}
      <div className="button-row">
        <LeaveLink>Cancel</LeaveLink>
        {list.length === 1 && (
          <button
            type="submit"
            className="button-secondary"
            name="ask"
            value="yes"
            {...whenBusy(isBusy)}
          >
            Save and ask someone
          </button>
        )}
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
          {list.length > 1 ? `Add ${wanted}` : "Save task"}
        </SubmitButton>
      </div>
    </PageForm>
  );
}

interface WantedProps {
  name: string;
  field: Pick<FieldMetadata, "initialValue" | "errors">;
}

function Wanted({ name, field: { initialValue, errors } }: WantedProps) {
  return (
    <div>
      <input type="hidden" name={`${name}.offered`} value="on" />
      <label className="check-row">
        <input
          type="checkbox"
          className="draft-wanted"
          name={`${name}.wanted`}
          value="on"
          defaultChecked={initialValue === "on"}
          aria-describedby={errors ? `${name}-wanted-error` : undefined}
        />
        Add this one
      </label>
      {errors && (
        <p id={`${name}-wanted-error`} className="field-error">
          {errors.join(" ")}
        </p>
      )}
    </div>
  );
}

interface RequestedReminderProps {
  field: FieldMetadata<string>;
  lead?: string;
  /** "1 hour before". */
  label?: string;
}

function RequestedReminder({ field, lead, label }: RequestedReminderProps) {
  if (!lead || !label) return null;
  const isWanted = field.initialValue !== undefined;
  return (
    <label className="check-row">
      <input type="checkbox" name={field.name} value={lead} defaultChecked={isWanted} />
      Remind me {lead === "0" ? "when it's due" : label}
    </label>
  );
}

interface SaidBoxProps {
  name: string;
  label: string;
  value?: string;
  words?: string;
}

function SaidBox({ name, label, value, words }: SaidBoxProps) {
  if (!value || !words) return null;
  return (
    <label className="check-row">
      <input type="checkbox" name={name} value={value} defaultChecked />
      <span>
        {label}: <b dir="auto">{words}</b>
      </span>
    </label>
  );
}

function OtherReadings({
  index,
  draft,
  doubt,
}: {
  index: number;
  draft?: TypedDraft;
  doubt?: Doubt;
}) {
  if (!draft || !doubt) return null;
  const dues = doubt.dues.filter(({ local }) => draft.dueDate && local !== draft.dueDate);
  const categories = doubt.categories.filter((category) => category !== draft.category);
  const choices = [
    ...dues.map(({ local, label }) => ({ value: `${index} dueDate ${local}`, label })),
    ...categories.map((category) => ({ value: `${index} category ${category}`, label: category })),
  ];
  return (
    <>
      {doubt.notUnderstood && !draft.dueDate && (
        <NotUnderstoodNote words={doubt.notUnderstood} hasPassed={doubt.hasPassed} />
      )}
      {doubt.skippedTime && draft.dueDate === doubt.due && (
        <p className="hint">{doubt.skippedTime}</p>
      )}
      {doubt.missesReminder && <p className="notice">{reminderPassed}</p>}
      {doubt.unreadRepetition && (
        <UnreadRepetitionNote
          words={doubt.unreadRepetition}
          next="Once it is saved, open it to say how it repeats."
        />
      )}
      <UnusedNote words={doubt.unused} />
      {choices.length > 0 && (
        <p className="chips text-sm">
          <Chips name="choose" choices={choices} formNoValidate />
        </p>
      )}
    </>
  );
}

/** The button clears the date and keeps everything else that was typed. */
function ParsedDate({
  field,
  index,
  words,
}: {
  field: FieldMetadata<string>;
  index: number;
  words?: string;
}) {
  if (!field.initialValue) return null;
  return (
    <p className="due-words-note">
      <input type="hidden" name={field.name} value={field.initialValue} />
      <span>
        Date from <mark dir="auto">{words}</mark>
      </span>
      <button type="submit" className="text-link" name="clearDateOf" value={index} formNoValidate>
        Not a date?
      </button>
    </p>
  );
}
