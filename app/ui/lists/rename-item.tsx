import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { itemInput } from "#app/domain/lists/input.ts";
import { maxItemName } from "#app/domain/lists/limits.ts";
import { TextField } from "../kit/field.tsx";
import { SaveRow } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";
import { failureToast, Toasts } from "../live/toast.tsx";
import { BackLink } from "../shell/back-link.tsx";
import { FormPage } from "../shell/form-page.tsx";
import { PageForm } from "../shell/page-form.tsx";

interface RenameItemProps {
  values: { name: string };
  /** The page of the list, to return to. */
  page: string;
  backLabel: string;
  answer: SubmissionResult<string[]> | undefined;
}

export function RenameItem({ values, page, backLabel, answer }: RenameItemProps) {
  const failure = failureToast(answer);
  const [form, { name }] = useZodForm({
    id: "rename-item",
    schema: itemInput,
    defaultValue: values,
    lastResult: failure ? undefined : answer,
  });
  return (
    <FormPage title="Rename item" back={<BackLink to={page}>{backLabel}</BackLink>}>
      <Toasts toast={failure} />
      <PageForm {...getFormProps(form)} className="card-panel stack">
        <TextField field={name} label="Name" required autoComplete="off" maxLength={maxItemName} />
        <SaveRow cancelTo={page}>Save Changes</SaveRow>
      </PageForm>
    </FormPage>
  );
}
