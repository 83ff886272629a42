import { Field, TextArea, TextField } from "@foyer/ui/field";
import { Fragment } from "react";
import { words } from "#words/admin-repairs";
import { unusualAddress } from "../../shared/forms/unusual-address.ts";
import { mutedClass } from "../../shared/screens/panel.tsx";
import styles from "../admin.module.css";
import type { ActField } from "./offered-act.ts";

/** Label and hint of the field for the staff member's own password. */
export const proofWords = { label: words.password, hint: words.passwordHint };

interface ReasonFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** The reason, which is recorded with the act. */
export function ReasonField({ value, onChange }: ReasonFieldProps) {
  return (
    <TextArea
      label={words.reason}
      hint={words.reasonHint}
      rows={2}
      maxLength={1000}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const inputs = {
  name: { autoComplete: "off", autoCapitalize: "none", spellCheck: false },
  names: { autoCapitalize: "none", spellCheck: false },
  code: { autoComplete: "off", autoCapitalize: "characters", spellCheck: false },
  text: { autoComplete: "off" },
  email: { autoComplete: "off", type: "email" },
  day: { type: "date" },
  count: { autoComplete: "off", inputMode: "numeric" },
  amount: { inputMode: "decimal" },
} as const;

interface ActFieldsProps {
  fields: readonly ActField[];
  valueOf: (field: ActField) => string;
  onChange: (field: ActField, value: string) => void;
}

/** The fields of an act, in their order. */
export function ActFields({ fields, valueOf, onChange }: ActFieldsProps) {
  return rowsOf(fields).map((row) => {
    const controls = row.map((field) => (
      <OneField key={field.label} field={field} value={valueOf(field)} onChange={(value) => onChange(field, value)} />
    ));
    return (
      <Fragment key={row[0]?.label}>
        {row.map(
          ({ note }) =>
            note && (
              <p className={mutedClass} key={note}>
                {note}
              </p>
            ),
        )}
        {row[0]?.isHalf ? <div className={styles.two}>{controls}</div> : controls}
      </Fragment>
    );
  });
}

/** Returns the fields row by row: half fields that follow each other share one. */
function rowsOf(fields: readonly ActField[]): ActField[][] {
  const rows: ActField[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (field.isHalf && last?.[0]?.isHalf) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

interface OneFieldProps {
  field: ActField;
  value: string;
  onChange: (value: string) => void;
}

function OneField({ field, value, onChange }: OneFieldProps) {
  const { label, hint, kind = "name", options, draw, disabled } = field;
  const typed = { label, value, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) };
  if (draw) return draw(value, onChange);
  if (options) return <SelectField label={label} value={value} options={options} onChoose={onChange} />;
  if (kind === "names") return <TextArea {...inputs.names} rows={3} {...typed} />;
  const error = kind === "email" ? unusualAddress(value) : null;
  return <TextField {...inputs[kind]} hint={hint} disabled={disabled} error={error} {...typed} />;
}

interface SelectFieldProps {
  label: string;
  value: string;
  options: NonNullable<ActField["options"]>;
  onChoose: (value: string) => void;
}

/** A field with a list of choices. */
export function SelectField({ label, value, options, onChoose }: SelectFieldProps) {
  return (
    <Field label={label}>
      {(names) => (
        <select {...names} className={styles.select} value={value} onChange={({ target }) => onChoose(target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
