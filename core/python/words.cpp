// The words of a sentence as Python objects. Their class is written in Python; its base is here, since millions of words
// are made and read in loops: members of a C struct take a fraction of the time of a Python constructor and properties.
#include "python/treebank.h"

#include <structmember.h>

#include <cstddef>

namespace dodona::python {

using namespace nb::literals;

namespace {

struct WordObject {
  PyObject head_of_object;
  PyObject *columns, *form, *lemma, *tag, *label;
  Py_ssize_t number;
  int head;
};

constexpr auto kObjects = {&WordObject::columns, &WordObject::form, &WordObject::lemma, &WordObject::tag,
                           &WordObject::label};

int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  for (const auto member : kObjects) Py_VISIT(reinterpret_cast<WordObject*>(self)->*member);
  return 0;
}

int clear(PyObject* self) {
  for (const auto member : kObjects) Py_CLEAR(reinterpret_cast<WordObject*>(self)->*member);
  return 0;
}

void deallocate(PyObject* self) {
  PyObject_GC_UnTrack(self);
  clear(self);
  PyTypeObject* const type = Py_TYPE(self);
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

PyObject* word_base() {
  static PyMemberDef members[] = {
      {"_columns", T_OBJECT_EX, offsetof(WordObject, columns), READONLY, nullptr},
      {"form", T_OBJECT_EX, offsetof(WordObject, form), READONLY, "The form."},
      {"lemma", T_OBJECT_EX, offsetof(WordObject, lemma), READONLY, "The lemma."},
      {"tag", T_OBJECT_EX, offsetof(WordObject, tag), READONLY, "The part-of-speech tag."},
      {"label", T_OBJECT_EX, offsetof(WordObject, label), READONLY, "The label of the arc from the head."},
      {"number", T_PYSSIZET, offsetof(WordObject, number), READONLY, "The number in the sentence, from 1."},
      {"_head", T_INT, offsetof(WordObject, head), READONLY, nullptr},
      {nullptr, 0, 0, 0, nullptr}};
  static PyType_Slot slots[] = {{Py_tp_members, members},
                                {Py_tp_traverse, reinterpret_cast<void*>(&traverse)},
                                {Py_tp_clear, reinterpret_cast<void*>(&clear)},
                                {Py_tp_dealloc, reinterpret_cast<void*>(&deallocate)},
                                {0, nullptr}};
  static PyType_Spec spec = {"dodona._core._WordBase", sizeof(WordObject), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots};
  return PyType_FromSpec(&spec);
}

nb::list words_of(const PyTreebank& self, std::size_t sentence, nb::handle kind, nb::handle columns,
                  PyTypeObject* base) {
  if (sentence >= self->sentences()) throw nb::index_error("no such sentence");
  auto* const type = reinterpret_cast<PyTypeObject*>(kind.ptr());
  if (!PyType_Check(kind.ptr()) || !PyType_IsSubtype(type, base)) throw nb::type_error("not a class of words");
  const auto allocate = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
  const auto heads = self->head(sentence);
  const auto text = [&](Text column) { return self->text(column, sentence); };
  const auto forms = text(Text::form), lemmas = text(Text::lemma), tags = text(Text::tag), labels = text(Text::label);
  const auto string = [&](StringId id) { return (*self.strings)[id].release().ptr(); };
  nb::list words = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(heads.size())));
  for (std::size_t i = 0; i < heads.size(); ++i) {
    PyObject* const made = allocate(type, 0);
    if (made == nullptr) throw nb::python_error();
    PyList_SET_ITEM(words.ptr(), static_cast<Py_ssize_t>(i), made);
    auto& word = *reinterpret_cast<WordObject*>(made);
    word.columns = columns.inc_ref().ptr();
    word.form = string(forms[i]);
    word.lemma = string(lemmas[i]);
    word.tag = string(tags[i]);
    word.label = string(labels[i]);
    word.number = static_cast<Py_ssize_t>(i) + 1;
    word.head = heads[i];
  }
  return words;
}

}  // namespace

void bind_words(nb::module_& module) {
  const nb::object base = nb::steal(word_base());
  if (!base.is_valid()) throw nb::python_error();
  module.attr("_WordBase") = base;
  auto* const type = reinterpret_cast<PyTypeObject*>(base.ptr());  // the module keeps it
  module.def(
      "_words",
      [type](const PyTreebank& treebank, std::size_t sentence, nb::handle kind, nb::handle columns) {
        return words_of(treebank, sentence, kind, columns, type);
      },
      "treebank"_a, "sentence"_a, "kind"_a, "columns"_a,
      "The words of a sentence, of a class with the base _WordBase; they share `columns`.");
}

}  // namespace dodona::python
