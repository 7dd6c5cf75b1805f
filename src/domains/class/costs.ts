import {
  type CostedField,
  costs,
  type FieldCosts,
  FREE,
  once,
  pages,
  perParent,
  perResult,
  when,
} from '../../graph/cost.ts';
import { listClasses, readClassStructure } from '../../platform/routes/class.ts';
import { MAXIMUM_LIST_PAGES } from './loaders.ts';

const members = costs(perParent(readClassStructure));

/** Rows of the class list contain these fields, or omit them if there is no value. */
const isInList = ({ parent }: CostedField): boolean => /^\.classes(\{[^.]*\})?$/.test(parent.key);
const membership = costs(when((field) => !isInList(field), once(listClasses, MAXIMUM_LIST_PAGES)));

export const classCosts: FieldCosts = {
  'Query.class': costs(perResult(readClassStructure)),
  'Query.classes': costs(pages(listClasses)),
  // Documented for every row of a class: only a deviating platform causes a call.
  'Class.name': FREE,
  'Class.course': FREE,
  'Class.joinCode': membership,
  'Class.viewerStudentId': membership,
  'Class.instructors': members,
  'Class.students': members,
  'Class.observers': members,
  'BadgeAssertion.class': costs(perResult(readClassStructure)),
  'Note.class': costs(perResult(readClassStructure)),
};
