import {
  type CostedField,
  costs,
  type FieldCosts,
  once,
  pages,
  perParent,
  perResult,
  when,
} from '../../graph/cost.ts';
import { listClasses, readClassStructure } from '../../platform/routes/class.ts';
import { WALKED_PAGES } from './loaders.ts';

const people = costs(perParent(readClassStructure));

/** A row of the class list has them, or says by leaving them out that there are none. */
const isOfList = ({ parent }: CostedField): boolean => /^\.classes(\{[^.]*\})?$/.test(parent.key);
const membership = costs(when((field) => !isOfList(field), once(listClasses, WALKED_PAGES)));

export const classCosts: FieldCosts = {
  'Query.class': costs(perResult(readClassStructure)),
  'Query.classes': costs(pages(listClasses)),
  'Class.joinCode': membership,
  'Class.viewerStudentId': membership,
  'Class.instructors': people,
  'Class.students': people,
  'Class.observers': people,
  'BadgeAssertion.class': costs(perResult(readClassStructure)),
  'Note.class': costs(perResult(readClassStructure)),
};
