import { costs, type FieldCosts, once, pages, perParent, perResult } from '../../graph/cost.ts';
import { listClasses, readClassStructure } from '../../platform/routes/class.ts';
import { WALKED_PAGES } from './loaders.ts';

const people = costs(perParent(readClassStructure));
const membership = costs(once(listClasses, WALKED_PAGES));

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
