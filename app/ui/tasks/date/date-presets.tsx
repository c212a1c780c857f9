import { type DateHiddenFieldsProps, DateHiddenFields } from "./date-hidden-fields.tsx";
import { PageForm } from "#app/ui/shell/page-form.tsx";

interface DatePresetsProps extends DateHiddenFieldsProps {
  presets: { label: string; hint: string; date: string; time: string }[];
}

export function DatePresets({ presets, ...hidden }: DatePresetsProps) {
  return (
    <ul className="presets">
      {presets.map(({ label, hint, date, time }) => (
        <li key={label}>
          <PageForm>
            <input type="hidden" name="date" value={date} />
            <input type="hidden" name="time" value={time} />
            <DateHiddenFields {...hidden} />
            <button type="submit" className="preset">
              <span className="font-bold">{label}</span> <span className="hint">{hint}</span>
            </button>
          </PageForm>
        </li>
      ))}
    </ul>
  );
}
