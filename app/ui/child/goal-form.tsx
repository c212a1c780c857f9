import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { goalInput } from "#app/domain/children/input.ts";
import { TextField } from "../kit/field.tsx";
import { SaveRow } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";
import { PageForm } from "../shell/page-form.tsx";

interface GoalFormProps {
  action: string;
  goal: { words: string; stars: number; have: number } | null;
  lastResult: SubmissionResult<string[]> | undefined;
}

/** Once a goal is reached, the form is for the next one. */
export function GoalForm({ action, goal, lastResult }: GoalFormProps) {
  const isReached = goal !== null && goal.have >= goal.stars;
  const shown = isReached ? null : goal;
  const [form, { goalStars, words }] = useZodForm({
    id: "goal",
    schema: goalInput,
    defaultValue: { goalStars: String(shown?.stars ?? 10), words: shown?.words ?? "" },
    lastResult,
  });
  return (
    <PageForm action={action} {...getFormProps(form)} className="card-panel stack">
      <h2 className="section-title">{isReached ? "The next goal" : "A goal, chosen together"}</h2>
      <TextField field={goalStars} label="Stars" type="number" required />
      <TextField field={words} label="For what?" hint="Such as: cinema" required />
      <SaveRow>Save goal</SaveRow>
    </PageForm>
  );
}
