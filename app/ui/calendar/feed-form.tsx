import { Form, useNavigation } from "@remix-run/react";
import { categories } from "#app/domain/core/limits.ts";
import { type Category, CategoryIcon } from "../tasks/category-icon.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";

const page = "/preferences/calendar/feed";

interface FeedFormProps {
  shown: readonly Category[];
  isOn: boolean;
  errors?: string[] | null;
}

export function FeedForm({ shown, isOn, errors }: FeedFormProps) {
  const isBusy = useNavigation().formAction === page;
  return (
    <Form method="post" action={page} className="stack">
      <fieldset className="min-w-0" aria-describedby={errors ? "categories-error" : undefined}>
        <legend className="group-legend">What to show</legend>
        <div className="choices">
          {categories.map((category) => (
            <label key={category} className="choice-row">
              <input
                type="checkbox"
                name={category.toLowerCase()}
                defaultChecked={shown.includes(category)}
                aria-invalid={errors ? true : undefined}
              />
              <CategoryIcon category={category} />
              <span className="font-semibold">{category}</span>
            </label>
          ))}
        </div>
        {errors && (
          <p id="categories-error" className="field-error">
            {errors.join(" ")}
          </p>
        )}
      </fieldset>
      <div className="button-row">
        <SubmitButton
          className={isOn ? "button-secondary" : "button-primary"}
          isBusy={isBusy}
          busyText={isOn ? "Saving..." : "Turning on..."}
        >
          {isOn ? "Save Changes" : "Turn on"}
        </SubmitButton>
      </div>
    </Form>
  );
}
