// What the bindings share: a treebank together with Python's copies of its strings.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "treebank/treebank.h"

namespace dodona::python {

namespace nb = nanobind;

/// A Python string for each interned one, made when it is first asked for. Python without a GIL needs the lock.
class PyStrings {
 public:
  explicit PyStrings(std::shared_ptr<StringPool> pool) : pool_(std::move(pool)) {}
  /// The string with this number, which lives as long as this.
  nb::handle operator[](StringId id) {
    const nb::ft_lock_guard lock(mutex_);
    if (id >= strings_.size()) strings_.resize(pool_->size());
    if (!strings_[id].is_valid()) strings_[id] = make(id);
    return strings_[id];
  }

 private:
  nb::object make(StringId id) const;

  std::shared_ptr<StringPool> pool_;
  std::vector<nb::object> strings_;
  nb::ft_mutex mutex_;
};

/// A treebank as Python holds it: it never changes, and treebanks made from it share its strings.
struct PyTreebank {
  explicit PyTreebank(Treebank from);
  PyTreebank(Treebank from, std::shared_ptr<PyStrings> shared);

  const Treebank& operator*() const { return *treebank; }
  const Treebank* operator->() const { return treebank.get(); }

  std::shared_ptr<const Treebank> treebank;
  std::shared_ptr<PyStrings> strings;
  nb::object heads, offsets;  // numpy's views of the columns, made once: slices of them are cheap
};

/// Feeds bytes to a reader or a stream, without the GIL.
template <class Stream>
void feed(Stream& stream, const nb::bytes& bytes) {
  const std::string_view view(bytes.c_str(), bytes.size());
  nb::gil_scoped_release release;
  stream.feed(view);
}

/// A treebank with the strings of another, made by `work` without the GIL.
template <class Work>
PyTreebank made_from(const PyTreebank& other, Work work) {
  Treebank made;
  {
    nb::gil_scoped_release release;
    made = work();
  }
  return {std::move(made), other.strings};
}

void bind_treebank(nb::module_& module);
void bind_words(nb::module_& module);
void bind_reader(nb::module_& module);
void bind_configuration(nb::module_& module);
void bind_parser(nb::module_& module);
void bind_clusters(nb::module_& module);
void bind_trainer(nb::module_& module);
void bind_confidence(nb::module_& module);
void bind_spanning_tree(nb::module_& module);
void bind_tagger(nb::module_& module);
void bind_tokeniser(nb::module_& module);
void bind_feature_hasher(nb::module_& module);
void bind_cost_sensitive_learner(nb::module_& module);
void bind_network(nb::module_& module);

}  // namespace dodona::python
